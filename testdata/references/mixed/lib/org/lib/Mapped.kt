package org.lib

abstract class Names : MutableList<String> {
    override val size: Int = 1 //= java.util.Collection#size() override exact | java.util.List#size() override exact | kotlin.collections.List#size override exact
    override fun removeAt(index: Int): String = "" //= java.util.List#remove(int) override exact
    fun get(index: Int): Char = 'a' //? org.lib.Names#get(Int)
}

class Text : CharSequence {
    override val length: Int = 1 //= java.lang.CharSequence#length() override exact
    override fun get(index: Int): Char = 'a' //= java.lang.CharSequence#charAt(int) override exact
}

class Amount : Number() {
    override fun toInt(): Int = 1 //= java.lang.Number#intValue() override exact
}

class Pair(override val key: String, override val value: Int) : Map.Entry<String, Int> //= java.util.Map.Entry#getKey() override exact | java.util.Map.Entry#getValue() override exact

abstract class Table : Map<String, Int> {
    override val size: Int = 1 //= java.util.Map#size() override exact
    override val keys: List<String> = TODO() //= java.util.Map#keySet() override exact
    override val values: List<Int> = TODO() //= java.util.Map#values() override exact
    override val entries: List<Pair> = TODO() //= java.util.Map#entrySet() override exact
}

open class Counted { open val size: Int = 1 }
class Counting : Counted() {
    override val size: Int = 2 //= org.lib.Counted#size override exact
}
