package b;

public class B extends a.A {}
