package p;

public class T { }
