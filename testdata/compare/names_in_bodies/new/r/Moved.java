package r;

public class Moved { }
