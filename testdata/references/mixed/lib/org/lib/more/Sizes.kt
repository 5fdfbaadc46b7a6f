package org.lib.more

import java.util.ArrayList
import java.util.HashMap

class Sized {
    val size: Int = 1
    fun length(): Int = 1
    inner class Bit
}

/** What Java has for a property is no function in Kotlin, whose name others may have. */
fun <T> ArrayList<T>.size(): Int = 1
fun <T> HashMap<T, T>.more(): Int = 1

fun sizes(of: ArrayList<String>, sized: Sized, map: HashMap<String, Int>, nothing: Int) {
    of.size() //= org.lib.more.SizesKt#size call high
    of.size //= java.util.ArrayList#size() call high
    sized::size //= org.lib.more.Sized#size method_reference high
    Sized::size //= org.lib.more.Sized#size method_reference high
    sized::length //= org.lib.more.Sized#length() method_reference high
    map::size //= java.util.Map#size() method_reference high
    nothing::more
    of::size //= java.util.ArrayList#size() method_reference high
    sized::Bit //= org.lib.more.Sized.Bit#<init> method_reference medium
}
