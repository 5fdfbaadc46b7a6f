package p;

public class C extends M {}
