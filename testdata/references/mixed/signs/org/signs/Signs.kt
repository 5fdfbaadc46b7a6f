package org.signs

class Sign(val size: Int) {
    fun hit() = 1
}

class Width(val size: Int) {
    fun hit() = 2
}

operator fun Sign.plus(other: Sign): Sign = this

operator fun List<Sign>.plus(one: Sign): List<Sign> = this

/** Operators of a package that nobody names, and overloads that only the results of lambdas tell apart. */
fun all(one: Sign, some: List<Sign>) {
    val grown = grown<Sign>()
    grown += one //= kotlin.collections.CollectionsKt#plusAssign(MutableCollection, T) call high
    var sum = one
    sum += one //= org.signs.SignsKt#plus(Sign, Sign) call high
    val total = some.total { it.size } //= kotlin.collections.CollectionsKt#total(Iterable, (T)->Int) call high
    Width(total).hit() //= org.signs.Width#<init>(int) new exact | org.signs.Width#hit() call high
    Width(some.mostOf { it.size }) //= org.signs.Width#<init>(int) new exact
}

fun taken(by: (Sign) -> Width): Width = TODO()

fun taken(by: (Width, Sign) -> Sign): Sign = TODO()

/** Overloads whose lambdas are given other things are told apart by those. */
fun overloads() {
    taken { one -> Width(one.size) }.hit() //= org.signs.Width#<init>(int) new exact | org.signs.Width#hit() call high
    taken { _, one -> one }.hit() //= org.signs.Sign#hit() call high
}
