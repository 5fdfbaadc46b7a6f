package p;

public class Sub extends Between {}
