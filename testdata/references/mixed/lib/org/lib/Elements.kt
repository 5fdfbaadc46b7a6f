package org.lib

import java.util.ArrayList
import java.util.HashMap

//? org.lib.Bag#remove(Object)

/** Where Java takes anything, Kotlin takes what the collection is of. */
class Texts : ArrayList<String>() {
    override fun remove(element: String): Boolean = super.remove(element) //= java.util.ArrayList#remove(Object) override exact | java.util.List#remove(Object) override exact | java.util.Collection#remove(Object) override exact | java.util.ArrayList#remove(Object) call high
    override fun contains(element: String): Boolean = true //= java.util.Collection#contains(Object) override exact
    fun contains(element: Int): Boolean = false
}

open class Sums<T : Number> : ArrayList<T>() {
    override fun contains(element: T): Boolean = true //= java.util.Collection#contains(Object) override exact
}

class Whole : Sums<Int>() {
    override fun contains(element: Int): Boolean = true //= java.util.Collection#contains(Object) override exact
}

class Counts<V> : HashMap<String, V>() {
    override fun get(key: String): V? = null //= java.util.Map#get(Object) override exact
    override fun containsKey(key: String): Boolean = true //= java.util.Map#containsKey(Object) override exact
}

fun listed() = object : ArrayList<Texts>() { override fun contains(element: Texts) = true } //= java.util.Collection#contains(Object) override exact

interface Removes { fun remove(of: String): Boolean }

class Both : Bag(), Removes {
    override fun remove(of: String): Boolean = true
}
