package java.util;

public interface List<E> extends Collection<E> {
    int size(); //= java.util.Collection#size() override exact
    E get(int index);
    E set(int index, E element);
    E remove(int index);
    int indexOf(Object o);
    boolean remove(Object o); //= java.util.Collection#remove(Object) override exact
}
