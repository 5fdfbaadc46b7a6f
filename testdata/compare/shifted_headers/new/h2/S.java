package h2;

public class S extends a.B {}
