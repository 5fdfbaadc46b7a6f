package java.util;

public abstract class AbstractCollection<E> implements Collection<E> {
    public boolean contains(Object o) { return false; } //= java.util.Collection#contains(Object) override exact
    public void clear() {}
    public boolean removeAll(Collection<?> of) { return false; }
}
