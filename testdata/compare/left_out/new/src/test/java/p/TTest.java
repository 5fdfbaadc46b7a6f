package p;

public class TTest { }
