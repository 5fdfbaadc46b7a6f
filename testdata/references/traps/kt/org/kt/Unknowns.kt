package org.kt

/** Overloads whose types are in no artifact here. */
class Unknowns {
    fun take(number: Int) {}
    fun take(text: String) {}
    fun alone() {}
}

fun unknowns(of: Unknowns) {
    of.take(1) //= org.kt.Unknowns#take(Int) call medium | org.kt.Unknowns#take(String) call medium
    of.take("a") //= org.kt.Unknowns#take(Int) call medium | org.kt.Unknowns#take(String) call medium
}

/** What a lambda is called on is not known, so that it may be anything. */
fun within() {
    made { alone() } //= org.kt.Unknowns#alone() call medium
    alone()
}
