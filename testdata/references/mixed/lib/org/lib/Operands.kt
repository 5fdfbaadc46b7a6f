package org.lib

/** Calls with type arguments behind operators. */
fun <T> picked(of: Int): Int = of

infix fun Int.joined(other: Int) = this

fun <T> isPicked(of: Int): Boolean = true

fun operands(of: Int, none: Int?) {
    if (!isPicked<Int>(of) && !isPicked<List<Int>>(of)) return //= org.lib.OperandsKt#isPicked(Int) call exact
    of joined picked<Int>(1) //= org.lib.OperandsKt#picked(Int) call exact | org.lib.OperandsKt#joined(Int, Int) call high
    none ?: picked<Int>(2) //= org.lib.OperandsKt#picked(Int) call exact
    of + picked<Int>(3).joined(of) //= org.lib.OperandsKt#picked(Int) call exact | org.lib.OperandsKt#joined(Int, Int) call high
    -picked<Map<Int, List<Int>>>(4) //= org.lib.OperandsKt#picked(Int) call exact
    of..picked<Int>(5) //= org.lib.OperandsKt#picked(Int) call exact
    of * picked<Int>(6) - picked<Int>(7) //= org.lib.OperandsKt#picked(Int) call exact
    of in 0..<picked<Int>(9) //= org.lib.OperandsKt#picked(Int) call exact
    picked<Int>(8) //= org.lib.OperandsKt#picked(Int) call exact
}

/** A property of a constructor is meant in the body, a parameter where supertypes are given something. */
class Stocked(private val stock: Int, var count: Int, shelf: Shelf) : Shelved(stock), Shelf by shelf {
    val twice = stock + stock //= org.lib.Stocked#stock read high
    val later by lazy { stock } //= org.lib.Stocked#stock read medium

    init {
        count = stock //= org.lib.Stocked#count write high | org.lib.Stocked#stock read high
    }

    fun now() = stock //= org.lib.Stocked#stock read high
}

open class Shelved(of: Int)

interface Shelf {
    fun put(each: (Int) -> Unit): Int

    fun <T> take(each: (T) -> List<T>): T
}

class OnWall(val height: Int) : Shelf {
    override fun put(each: (Int) -> Unit) = 1 //= org.lib.Shelf#put((Int)->Unit) override exact

    override fun <S> take(each: (S) -> List<S>): S = throw Exception() //= org.lib.Shelf#take((T)->List<T>) override exact
}

fun wall(): Shelf = OnWall(1) //= org.lib.OnWall#<init>(Int) new exact

class ByWall(height: Int) : Shelf by OnWall(height) //= org.lib.OnWall#<init>(Int) new exact

class ByFunction : Shelf by wall() { //= org.lib.OperandsKt#wall() call exact
    val own = 1
}

const val SINCE = "2"

@Deprecated("since $SINCE, ${SINCE} and \$SINCE") //= org.lib.OperandsKt#SINCE read high
fun old() = 1

private fun hidden() = 1

fun seen() = hidden() //= org.lib.OperandsKt#hidden() call exact
