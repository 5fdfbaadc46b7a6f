package p;

public class D {}
