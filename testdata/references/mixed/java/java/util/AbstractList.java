package java.util;

public abstract class AbstractList<E> extends AbstractCollection<E> implements List<E> {
    public int indexOf(Object o) { return 0; } //= java.util.List#indexOf(Object) override exact
    public void clear() {} //= java.util.AbstractCollection#clear() override exact
    public E set(int index, E element) { return null; } //= java.util.List#set(int, E) override exact
}
