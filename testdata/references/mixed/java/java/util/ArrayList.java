package java.util;

public class ArrayList<E> implements List<E> {
    private int size;
    public ArrayList() {}
    public int size() { return size; } //= java.util.Collection#size() override exact | java.util.List#size() override exact
    public E get(int index) { return null; } //= java.util.List#get(int) override exact
    public E remove(int index) { return null; } //= java.util.List#remove(int) override exact
    public boolean remove(Object o) { return false; } //= java.util.Collection#remove(Object) override exact | java.util.List#remove(Object) override exact
}
