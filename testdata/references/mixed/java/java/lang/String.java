package java.lang;

public final class String implements CharSequence, Comparable<String> {}
