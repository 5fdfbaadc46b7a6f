package org.lib

class Ledger {
    operator fun plusAssign(of: String) {}
}
class Books(var total: Total, val ledger: Ledger) {
    fun all() {
        ledger += "a" //= org.lib.Books#ledger read high | org.lib.Ledger#plusAssign(String) call high
        this.ledger += "a" //= org.lib.Books#ledger read high | org.lib.Ledger#plusAssign(String) call high
        total += 1 //= org.lib.Books#total write high | org.lib.Total#plus(Int) call high
        total = total //= org.lib.Books#total write high | org.lib.Books#total read high
    }
}
class Total {
    operator fun plus(of: Int): Total = this
}

class Cell<T>(val value: T)
class Provider {
    operator fun provideDelegate(of: Any?, by: Any): Cell<Puppy> = TODO()
}
class Plain(val of: Kitten)
operator fun <T> Cell<T>.getValue(of: Any?, by: Any): T = value //= org.lib.Cell#value read high
operator fun Plain.getValue(from: Any?, by: Any): Kitten = of

class Delegating {
    val puppy by Provider() //= org.lib.Provider#provideDelegate(Any,Any) call high | org.lib.DelegatedKt#getValue(Cell,Any,Any) call high
    val kitten by Plain(Kitten()) //= org.lib.DelegatedKt#getValue(Plain,Any,Any) call high

    fun all() {
        puppy.speak() //= org.lib.Puppy#speak() call high
        kitten.speak() //= org.lib.Kitten#speak() call high
    }
}

class Kept(val of: Kitten)
operator fun Kept.getValue(from: Any?, by: Any): Kitten = of
operator fun Kept.setValue(from: Any?, by: Any, to: Kitten) {}

/** Only variables are given values. */
class Keeping {
    val once by Kept(Kitten()) //= org.lib.DelegatedKt#getValue(Kept,Any,Any) call high
    var often by Kept(Kitten()) //= org.lib.DelegatedKt#getValue(Kept,Any,Any) call high | org.lib.DelegatedKt#setValue(Kept,Any,Any,Kitten) call high

    fun all() {
        val one by Kept(Kitten()) //= org.lib.DelegatedKt#getValue(Kept,Any,Any) call high
        var two by Kept(Kitten()) //= org.lib.DelegatedKt#getValue(Kept,Any,Any) call high | org.lib.DelegatedKt#setValue(Kept,Any,Any,Kitten) call high
    }
}

class Coined private constructor(val size: Int) {
    companion object {
        fun coined(): Coined = Coined(1) //= org.lib.Coined#<init>(Int) new exact
        operator fun invoke(of: String) = Coined(2) //= org.lib.Coined#<init>(Int) new exact
        val FIRST = Coined(3) //= org.lib.Coined#<init>(Int) new exact
    }
}
typealias Penny = Coined

/** What a companion has, through an alias of its class. */
fun pennies() {
    Penny.coined().size //= org.lib.Coined.Companion#coined() call high | org.lib.Penny type exact | org.lib.Coined#size read high
    Penny.FIRST.size //= org.lib.Coined.Companion#FIRST read high | org.lib.Penny type exact | org.lib.Coined#size read high
    Penny("a").size //= org.lib.Coined.Companion#invoke(String) call high | org.lib.Penny type exact | org.lib.Coined#size read high
}

class Locals {
    fun told(of: Int) {}
    fun told(of: Int, by: Int = 1, vararg at: Int) {}

    fun all() {
        fun told() {}
        told()
        told(1) //= org.lib.Locals#told(Int) call high
        told(1, 2) //= org.lib.Locals#told(Int,Int,Int...) call high
    }

    fun defaults() {
        fun told(of: Int, by: Int = 1) {}
        told(1)
        told(1, 2)
        told(1, 2, 3) //= org.lib.Locals#told(Int,Int,Int...) call high
    }

    fun many() {
        fun told(vararg of: Int): Puppy = Puppy()
        told(1)
        told(1, 2, 3).speak() //= org.lib.Puppy#speak() call high
    }
}

fun interface Barks {
    fun bark(of: Puppy): Kitten
}
fun interface Turns<A, B> {
    fun turned(of: A): B
}

/** Interfaces of one function, made of lambdas by their names. */
fun barks() {
    Barks { it.speak(); Kitten() }.bark(Puppy()).speak() //= org.lib.Puppy#speak() call high | org.lib.Barks#bark(Puppy) call high | org.lib.Kitten#speak() call high | org.lib.Barks new exact
    java.lang.AutoCloseable { Puppy().speak() } //= org.lib.Puppy#speak() call high
    val turns = Turns<Kitten, Puppy> { of -> of.speak(); Puppy() } //= org.lib.Kitten#speak() call high | org.lib.Turns new exact
    turns.turned(Kitten()).speak() //= org.lib.Turns#turned(A) call high | org.lib.Puppy#speak() call high
}
