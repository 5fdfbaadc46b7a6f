package a;

public class I extends O.S {}
