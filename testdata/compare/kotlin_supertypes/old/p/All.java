package p;

public abstract class All extends RuntimeException implements Iterable<String>, Cloneable, Comparable<All> { }
