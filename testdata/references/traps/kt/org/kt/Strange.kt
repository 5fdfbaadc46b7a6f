package org.kt

import org.absent.*

// What is not there may have numbers of its own.
fun strange(one: Int, other: Int): Int = one + other //= org.kt.SignsKt#plus(Coin) call medium
