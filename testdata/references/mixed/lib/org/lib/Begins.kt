package org.lib

open class Begin(val n: Int = 0, val name: String = "")

open class Kind<T>(val of: T? = null, val sure: Boolean = false)

open class Told(text: String?, name: String? = null) {
    constructor(one: Begin, n: Int = 1) : this(null, "") //= org.lib.Told#<init>(String, String) call exact
}

/** Constructors of supertypes, with what is left out and what is named. */
class Begins {
    class Empty : Begin() //= org.lib.Begin#<init>(int, String) call exact
    class One(x: Int) : Begin(x) //= org.lib.Begin#<init>(int, String) call exact
    class Named(x: String) : Begin(name = x) //= org.lib.Begin#<init>(int, String) call exact
    class Of : Kind<Int>() //= org.lib.Kind#<init>(Object, boolean) call exact
    class OfSure : Kind<Int>(sure = true) //= org.lib.Kind#<init>(Object, boolean) call exact
    class Telling(one: Begin) : Told(one) //= org.lib.Told#<init>(Begin, int) call exact
    class TellingText : Told(null) //= org.lib.Told#<init>(String, String) call exact
    object Alone : Begin(1) //= org.lib.Begin#<init>(int, String) call exact

    val anonymous = object : Begin(name = "") {} //= org.lib.Begin#<init>(int, String) call exact
}

class Marked {
    fun hit() = 1

    fun with() = this
}

fun interface Joins<A> {
    fun A.join(other: A): A
}

fun joins(how: Joins<Marked>) {}

fun <A, R> A.running(block: A.() -> R): R = block()

fun Marked.guessed() = running {
    if (hit() > 1) return@running with() //= org.lib.Marked#hit() call high
    return@running with()
}

fun (() -> Marked).twice() {
    val one = Kind<() -> Marked>(this@twice) //= org.lib.Kind#<init>(Object, boolean) new exact
    this().hit() //= org.lib.Marked#hit() call high
}

/** Lambdas with receivers by an interface, and what they return by their labels. */
fun labelled(marked: Marked) {
    joins { other -> hit(); other.hit(); this } //= org.lib.Marked#hit() call high
    val made: Joins<Marked> = Joins { hit(); this } //= org.lib.Marked#hit() call high
    marked.guessed().hit() //= org.lib.Marked#hit() call high
    marked.running outer@{
        marked.running { if (marked.hit() > 1) return@outer marked } //= org.lib.Marked#hit() call high
        marked
    }.hit() //= org.lib.Marked#hit() call high
}
