package q;

public class Moved { }
