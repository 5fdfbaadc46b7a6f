package org.lib

/** What is expected of a class of Kotlin's library, the actual one has from Java. */
abstract class Listing : AbstractMutableList<String>() {
    override fun contains(element: String) = super.contains(element) //= java.util.AbstractCollection#contains(Object) override exact | java.util.Collection#contains(Object) override exact | java.util.AbstractCollection#contains(Object) call high
    override fun indexOf(element: String): Int = super.indexOf(element) //= java.util.AbstractList#indexOf(Object) override exact | java.util.List#indexOf(Object) override exact | java.util.AbstractList#indexOf(Object) call high
}

fun listing(of: AbstractMutableList<String>) {
    of.contains("") //= java.util.AbstractCollection#contains(Object) call high
    of.indexOf("") //= java.util.AbstractList#indexOf(Object) call high
    of.clear() //= java.util.AbstractList#clear() call high
    of.removeAll(of) //= java.util.AbstractCollection#removeAll(Collection) call high
    of.set(0, "") //? java.util.AbstractList#set(int, E)
}

fun linked(of: LinkedHashSet<String>) {
    of.remove("") //= java.util.HashSet#remove(Object) call high
    "" in of //= java.util.AbstractCollection#contains(Object) call high
}
