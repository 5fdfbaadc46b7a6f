package b;

public class S extends a.B {}
