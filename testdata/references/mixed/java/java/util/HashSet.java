package java.util;

public class HashSet<E> extends AbstractCollection<E> {
    public boolean remove(Object o) { return false; } //= java.util.Collection#remove(Object) override exact
    public void forEach(java.util.function.Function<? super E, ?> by) {}
}
