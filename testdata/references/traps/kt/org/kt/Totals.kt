package org.kt

fun none() = Sums.isEmpty(2) //= org.base.Tally#isEmpty(Object) call exact
