package org.kt

import org.base.Tally as Sum //= org.base.Tally import exact

typealias Sums = Sum //= org.base.Tally type exact

fun empty() = Sum.isEmpty(1) //= org.base.Tally type exact | org.base.Tally#isEmpty(Object) call exact
