package h;

public class B extends A {}
