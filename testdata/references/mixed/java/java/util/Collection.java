package java.util;

public interface Collection<E> extends Iterable<E> {
    int size();
    boolean contains(Object o);
    boolean remove(Object o);
    default java.util.stream.Stream<E> stream() { return null; }
    default boolean removeIf(java.util.function.Function<? super E, Boolean> is) { return false; }
}
