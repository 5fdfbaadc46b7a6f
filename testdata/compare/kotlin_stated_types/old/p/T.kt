package p

import java.util.concurrent.atomic.AtomicInteger

typealias Ints = List<Int>

class One
class Box<T>(val of: T)

class Dropped {
    fun same(): List<Int> = listOf(1, 2)
    fun wider(): Collection<Int> = listOf(1)
    fun maybe(): List<Int>? = listOf(1)
    fun ofAny(): List<Any> = listOf(1)
    fun ofLong(): List<Long> = listOf(1)
    fun unknownElements(): List<Int> = listOf(number())
    fun pairs(): Map<String, Int> = mapOf("a" to 1)
    fun readable(): Map<String, Int> = mutableMapOf("a" to 1)
    fun elsewhere(): Int = number()
    fun nothing(): Unit = println()
    fun made(): One = One()
    fun maybeMade(): One? = One()
    fun box(): Box<Int> = Box(1)
    fun statedBox(): Box<Int> = Box<Int>(1)
    fun <T> none(): List<T> = emptyList<T>()
    fun self(): Dropped = this
    fun String?.extended(): String? = this
    fun changed(): Int = number()
    val java: AtomicInteger = AtomicInteger(0)
    val maybeJava: AtomicInteger? = AtomicInteger(0)
    val ints: Ints = listOf(1)
    val array: IntArray = intArrayOf(1)
    val lazily: Int by lazy { 1 }
    val getter: Int get() = number()
    val face: Runnable = object : Runnable { override fun run() {} }
    override fun toString(): String = elsewhere().toString()
    override fun hashCode(): Int = TODO()
    internal fun inside(): Int = number()
}

class Stated {
    fun same() = listOf(1)
    fun elsewhere() = number()
    fun unknownElements() = listOf(number())
    fun longer() = listOf(1)
}

class Chain<T> {
    fun self(): Chain<T> = this
    fun any(): Chain<*> = this
}

fun number(): Int = 1
