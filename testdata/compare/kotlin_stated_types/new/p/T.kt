package p

import java.util.concurrent.atomic.AtomicInteger

typealias Ints = List<Int>

class One
class Box<T>(val of: T)

class Dropped {
    fun same() = listOf(1, 2)
    fun wider() = listOf(1)
    fun maybe() = listOf(1)
    fun ofAny() = listOf(1)
    fun ofLong() = listOf(1)
    fun unknownElements() = listOf(number())
    fun pairs() = mapOf("a" to 1)
    fun readable() = mutableMapOf("a" to 1)
    fun elsewhere() = number()
    fun nothing() = println()
    fun made() = One()
    fun maybeMade() = One()
    fun box() = Box(1)
    fun statedBox() = Box<Int>(1)
    fun <T> none() = emptyList<T>()
    fun self() = this
    fun String?.extended() = this
    fun changed() = number() + 1
    val java = AtomicInteger(0)
    val maybeJava = AtomicInteger(0)
    val ints = listOf(1)
    val array = intArrayOf(1)
    val lazily by lazy { 1 }
    val getter get() = number()
    val face = object : Runnable { override fun run() {} }
    override fun toString() = elsewhere().toString()
    override fun hashCode() = TODO()
    internal fun inside() = number()
}

class Stated {
    fun same(): List<Int> = listOf(1)
    fun elsewhere(): Int = number()
    fun unknownElements(): List<Int> = listOf(number())
    fun longer(): Collection<Int> = listOf(1)
}

class Chain<T> {
    fun self() = this
    fun any() = this
}

fun number(): Int = 1
