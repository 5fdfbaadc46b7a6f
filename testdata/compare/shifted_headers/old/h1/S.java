package h1;

public class S extends a.A {}
