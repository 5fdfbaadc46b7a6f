package org.every

fun put(of: Int) {}

fun put(of: Any?) {}

fun maybe(of: Int): Int? = null

/** What may be `null` is given to what takes that; where it is not known, to either. */
fun nulls(number: Int?, hit: Hit?) {
    put(number) //= org.every.NullsKt#put(Int) call medium | org.every.NullsKt#put(Any) call medium
    put(hit?.size) //= org.every.NullsKt#put(Any) call exact
    put(maybe(1)) //= org.every.NullsKt#put(Int) call medium | org.every.NullsKt#put(Any) call medium
    put(number!!) //= org.every.NullsKt#put(Int) call exact
    put(number) //= org.every.NullsKt#put(Int) call exact
    put(maybe(2) ?: 1) //= org.every.NullsKt#put(Int) call exact
}

fun tested(number: Int?, hit: Hit?) {
    if (number != null) put(number) else put(number) //= org.every.NullsKt#put(Int) call exact | org.every.NullsKt#put(Int) call medium | org.every.NullsKt#put(Any) call medium
    if (hit == null) return
    put(hit.size) //= org.every.NullsKt#put(Int) call exact
    val known = number ?: return
    put(known) //= org.every.NullsKt#put(Int) call exact
    put(number) //= org.every.NullsKt#put(Int) call exact
}

fun held(hit: Hit?) {
    val size = hit?.size
    put(size) //= org.every.NullsKt#put(Int) call medium | org.every.NullsKt#put(Any) call medium
    if (size != null) put(size) //= org.every.NullsKt#put(Int) call exact
    val same = hit?.hit() //= org.every.Hit#hit() call high
    same?.hit() //= org.every.Hit#hit() call high
}
