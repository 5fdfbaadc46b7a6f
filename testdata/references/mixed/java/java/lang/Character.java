package java.lang;

public final class Character implements Comparable<Character> {}
