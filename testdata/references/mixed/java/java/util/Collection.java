package java.util;

public interface Collection<E> extends Iterable<E> {
    int size();
    boolean contains(Object o);
    boolean remove(Object o);
}
