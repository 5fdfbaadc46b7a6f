package org.lib

import java.util.ArrayList
import java.util.HashMap

//? java.util.Collection#size()
//? java.lang.CharSequence#charAt(int)
//? java.lang.Number#longValue()
//? java.util.Iterator#next()

/** Members of what extends Java's mapped types: another name, or a property. */
fun lists(of: ArrayList<String>) {
    of.size //= java.util.ArrayList#size() call high
    of[0] //= java.util.ArrayList#get(int) call high
    of.get(0) //= java.util.ArrayList#get(int) call high
    of[0] = "" //= java.util.List#set(int, E) call high
    of.removeAt(0) //= java.util.ArrayList#remove(int) call high
    of.remove("") //= java.util.ArrayList#remove(Object) call high
    "" in of //= java.util.Collection#contains(Object) call high
}

fun ArrayList<String>.own() {
    size //= java.util.ArrayList#size() call high
    removeAt(0) //= java.util.ArrayList#remove(int) call high
}

/** Of numbers `remove` takes one out, whatever its place. */
fun numbers(of: ArrayList<Int>, more: Numbers) {
    of.remove(1) //= java.util.ArrayList#remove(Object) call high
    more.remove(1) //= java.util.ArrayList#remove(Object) call high
    more.size //= org.lib.Numbers#size read high
    more.removeAt(1) //= org.lib.Numbers#removeAt(Int) call high
    more[1] //= java.util.ArrayList#get(int) call high
}

class Numbers : ArrayList<Int>() {
    override val size: Int = 1 //= java.util.ArrayList#size() override exact | java.util.List#size() override exact | java.util.Collection#size() override exact
    override fun removeAt(index: Int): Int = 1 //= java.util.ArrayList#remove(int) override exact | java.util.List#remove(int) override exact
}

class Others : ArrayList<Int>() {
    override fun remove(element: Int): Boolean = true //= java.util.ArrayList#remove(Object) override exact | java.util.List#remove(Object) override exact | java.util.Collection#remove(Object) override exact
}

fun maps(of: HashMap<String, Int>, node: HashMap.Node<String, Int>) {
    of.size //= java.util.Map#size() call high
    of.keys //= java.util.HashMap#keySet() call high
    of.values //= java.util.Map#values() call high
    of.entries //= java.util.Map#entrySet() call high
    of[""] //= java.util.Map#get(Object) call high
    of.keys.size //= java.util.HashMap#keySet() call high | java.util.Collection#size() call high
    node.key //= java.util.HashMap.Node#getKey() call high
    node.value //= java.util.HashMap.Node#getValue() call high
}

fun texts(of: java.lang.StringBuilder) {
    of.length //= java.lang.StringBuilder#length() call high
    of[0] //= java.lang.StringBuilder#charAt(int) call high
}

/** What Kotlin has a type of its own for: its members are Java's. */
fun mapped(list: MutableList<String>, map: Map<String, Int>, entry: Map.Entry<String, Int>, text: String, any: CharSequence) {
    list.size //= java.util.List#size() call high | kotlin.collections.List#size read high
    list[0] //= java.util.List#get(int) call high | kotlin.collections.List#get(Int) call high
    list[0] = "" //= java.util.List#set(int, E) call high
    list.removeAt(0) //= java.util.List#remove(int) call high
    list.remove("") //= java.util.List#remove(Object) call high
    map.size //= java.util.Map#size() call high
    map.keys //= java.util.Map#keySet() call high
    map.values //= java.util.Map#values() call high
    map.entries //= java.util.Map#entrySet() call high
    map[""] //= java.util.Map#get(Object) call high | kotlin.collections.Map#get(K) call high
    entry.key //= java.util.Map.Entry#getKey() call high
    entry.value //= java.util.Map.Entry#getValue() call high
    text.length //= java.lang.String#length() call high
    text[0] //= java.lang.String#charAt(int) call high
    any.length //= java.lang.CharSequence#length() call high
    any[0] //= java.lang.CharSequence#charAt(int) call high
}

/** The compiler counts the places of an array. */
fun loop(of: Array<String>) {
    for (one in of) {
        one.length //= java.lang.String#length() call high
    }
}

fun told(of: Throwable, own: java.lang.Exception, number: Number, small: Int) {
    of.message //= java.lang.Throwable#getMessage() call high
    of.cause //= java.lang.Throwable#getCause() call high
    own.message //= java.lang.Throwable#getMessage() call high
    number.toInt() //= java.lang.Number#intValue() call high
    small.toInt()
}

enum class Sort {
    ONE;
    val own: String = name //= java.lang.Enum#name() call high | kotlin.Enum#name read high
}

fun sorts(of: Sort) {
    of.name //= java.lang.Enum#name() call high | kotlin.Enum#name read high
    of.ordinal //= java.lang.Enum#ordinal() call high
}

/** Names that are those of mapped members, of types that are not mapped. */
class Plain {
    val size: Int = 1
    val name: String = ""
    val key: String = ""
    operator fun get(index: Int): Char = 'a'
    fun removeAt(index: Int): String = ""
    fun toInt(): Int = 1
    fun remove(index: Int): Boolean = size == index
}

fun plain(of: Plain, text: Text) {
    of.size
    of.name
    of.key
    of[0]
    of.removeAt(0)
    of.toInt()
    of.remove(1)
    text.length //= org.lib.Text#length read high
}
