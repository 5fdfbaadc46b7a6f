package org.kt

import org.base.*

class Coin(val name: String, val worth: Int)

// Where Kotlin's library is not there, its numbers and texts are no coins all the same.
operator fun Coin.plus(other: Coin): Coin = Coin(name + other.name, worth + other.worth)

fun ints(one: Int, other: Int): Int = one + other + 1

fun mixed(count: Int, text: String): Int = count + text.length + count

fun coins(one: Coin, other: Coin): Coin = one + other //= org.kt.SignsKt#plus(Coin) call high
