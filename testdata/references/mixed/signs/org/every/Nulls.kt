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

fun Any?.shown(): Int = 1

fun told(text: Int): Int = 1

fun told(text: Any?) = "a"

fun take(of: Int) {}

fun take(of: String) {}

/** What a call of one that is not known gives is not known either; a test tells of what it names, not of what need not be read. */
fun tellsOfNull(number: Int?, hit: Hit?, other: Hit?) {
    put(hit?.size.shown()) //= org.every.NullsKt#put(Int) call exact
    put((hit?.size)) //= org.every.NullsKt#put(Any) call exact
    take(told(number)) //= org.every.NullsKt#take(Int) call medium | org.every.NullsKt#take(String) call medium
    other?.same(number!!)
    put(number) //= org.every.NullsKt#put(Int) call medium | org.every.NullsKt#put(Any) call medium
    when {
        number == null -> put(number) //= org.every.NullsKt#put(Int) call medium | org.every.NullsKt#put(Any) call medium
        number == 3 -> put(number) //= org.every.NullsKt#put(Int) call exact
        else -> put(number) //= org.every.NullsKt#put(Int) call exact
    }
    when (number) {
        null -> return
        else -> put(number) //= org.every.NullsKt#put(Int) call exact
    }
    val known = hit?.size ?: return
    put(hit.size + known) //= org.every.NullsKt#put(Int) call exact
}

fun Hit.same(of: Int) {}
