package kotlin.collections

/** What is expected of every platform. */
public expect abstract class AbstractMutableList<E> : MutableList<E> {
    protected constructor()
    override fun contains(element: E): Boolean //= java.util.AbstractCollection#contains(Object) override exact | java.util.Collection#contains(Object) override exact
    override fun indexOf(element: E): Int //= java.util.AbstractList#indexOf(Object) override exact | java.util.List#indexOf(Object) override exact
    override fun clear() //= java.util.AbstractList#clear() override exact | java.util.AbstractCollection#clear() override exact
    override fun removeAll(elements: Collection<E>): Boolean //= java.util.AbstractCollection#removeAll(Collection) override exact
    abstract override fun set(index: Int, element: E): E //= java.util.AbstractList#set(int, E) override exact | java.util.List#set(int, E) override exact
}
