package org.example.values

/** What a value class overrides is mangled, and static beside. */
@JvmInline
value class Length(val metres: Double) : Comparable<Length>, Runnable, Scaled {
    override fun compareTo(other: Length): Int = metres.compareTo(other.metres)

    override fun run() {}

    override fun plus(other: Length): Length = this

    override val isLong: Boolean get() = true

    fun minus(other: Length): Length = this
}

interface Scaled {
    fun plus(other: Length): Length

    val isLong: Boolean
}

/** One that is none, compared with one that is. */
class Rope(val length: Length) : Comparable<Length> {
    override fun compareTo(other: Length): Int = length.compareTo(other)

    fun cut(at: Length): Rope = this
}
