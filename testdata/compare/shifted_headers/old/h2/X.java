package h2;

public class X {}
