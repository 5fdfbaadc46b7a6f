package q;

public class Base {}
