package p;

public class C {}
