package java.lang;

public interface Iterable<T> {}
