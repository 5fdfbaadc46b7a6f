package w;

public class B {}
