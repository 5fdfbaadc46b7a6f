package java.lang;

public final class Integer extends Number implements Comparable<Integer> {}
