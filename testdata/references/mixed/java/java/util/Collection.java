package java.util;

public interface Collection<E> extends Iterable<E> {}
