package org.lib

abstract class Names : MutableList<String> {
    override val size: Int = 1
    override fun removeAt(index: Int): String = ""
    fun get(index: Int): Char = 'a' //? org.lib.Names#get(Int)
}

class Text : CharSequence {
    override val length: Int = 1
    override fun get(index: Int): Char = 'a'
}

class Amount : Number() {
    override fun toInt(): Int = 1
}

class Pair(override val key: String, override val value: Int) : Map.Entry<String, Int>

abstract class Table : Map<String, Int> {
    override val size: Int = 1
    override val keys: List<String> = TODO()
    override val values: List<Int> = TODO()
    override val entries: List<Pair> = TODO()
}

open class Counted { open val size: Int = 1 }
class Counting : Counted() {
    override val size: Int = 2 //= org.lib.Counted#size override exact
}
