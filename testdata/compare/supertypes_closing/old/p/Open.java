package p;

public class Open extends A {}
