package kotlin.collections

/** What is expected of every platform, and what it is on this one. */
expect class ArrayList<E> : MutableList<E> {
    constructor()
    override val size: Int //= java.util.ArrayList#size() override exact | java.util.Collection#size() override exact | java.util.List#size() override exact | kotlin.collections.List#size override exact
    override fun removeAt(index: Int): E //= java.util.ArrayList#remove(int) override exact | java.util.List#remove(int) override exact
    override operator fun get(index: Int): E //= java.util.ArrayList#get(int) override exact | java.util.List#get(int) override exact | kotlin.collections.List#get(Int) override exact
}

public actual typealias ArrayList<E> = java.util.ArrayList<E>

expect class LinkedHashSet<E> : MutableCollection<E> {
    constructor()
    override fun contains(element: E): Boolean //= java.util.AbstractCollection#contains(Object) override exact | java.util.Collection#contains(Object) override exact
    override fun remove(element: E): Boolean //= java.util.HashSet#remove(Object) override exact | java.util.Collection#remove(Object) override exact
}

public actual typealias LinkedHashSet<E> = java.util.LinkedHashSet<E>
