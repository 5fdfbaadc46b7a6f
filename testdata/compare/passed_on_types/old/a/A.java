package a;

public class A {}
