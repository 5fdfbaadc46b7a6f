package h1;

public class X {}
