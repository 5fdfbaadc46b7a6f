package org.user

import org.lib.Picked

class Held(val size: Int) {
    fun number(of: Int) {}
}

// Clauses of contexts name types; what has a name there is a parameter, what has none a receiver.
context(held: Held, _: Picked) //= org.user.Held type exact
fun inContext(count: Int) {
    held.number(held.size) //= org.user.Held#number(Int) call high | org.user.Held#size read high
}

class InContext {
    context(held: Held) //= org.user.Held type exact
    val size: Int get() = held.size //= org.user.Held#size read high

    context(held: org.user.Held) //= org.user.Held type exact
    fun both(other: Int) = other + held.size //= org.user.Held#size read high
}

context(Picked)
fun received() {
    hit() //= org.lib.Picked#hit() call high
}

fun taken(block: context(Held) () -> Unit) {} //= org.user.Held type exact
