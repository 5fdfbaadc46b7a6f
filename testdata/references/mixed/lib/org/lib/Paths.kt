package org.lib

open class Held(val any: Any, val inner: Held?)

class Inside : Held(1, null) {
    val part: Inside = this

    fun hit() = 1
}

class Takes(val one: Inside)

/** Smart casts of properties. */
class Paths(val any: Any) {
    fun all(held: Held, other: Held) {
        if (held.any is Inside) held.any.hit() //= org.lib.Inside#hit() call high
        if (held.inner is Inside) {
            held.inner.part.hit() //= org.lib.Inside#hit() call high
            Takes(held.inner).one.hit() //= org.lib.Inside#hit() call high | org.lib.Takes#<init>(Inside) new exact
        }
        if (held.inner?.inner is Inside) held.inner.inner.hit() //= org.lib.Inside#hit() call high
        when (held.inner) {
            is Inside -> Takes(held.inner) //= org.lib.Takes#<init>(Inside) new exact
            else -> {}
        }
        when (this.any) {
            is Inside -> any.hit() //= org.lib.Inside#hit() call high
        }
        if (any is Inside) this.any.hit() //= org.lib.Inside#hit() call high
        (held.any as Inside).part.hit() //= org.lib.Inside#hit() call high
        if (other.inner !is Inside) return
        other.inner.hit() //= org.lib.Inside#hit() call high
    }
}
