package q;

public class Held { public static final int HELD = 2; }
