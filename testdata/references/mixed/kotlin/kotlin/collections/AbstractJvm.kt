package kotlin.collections

import java.util.AbstractList

/** What it is on this one. */
public actual abstract class AbstractMutableList<E> protected actual constructor() : MutableList<E>, AbstractList<E>() {
    actual abstract override fun set(index: Int, element: E): E //= java.util.AbstractList#set(int, E) override exact | java.util.List#set(int, E) override exact
}
