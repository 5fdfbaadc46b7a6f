package b2;

public class S extends a.A {}
