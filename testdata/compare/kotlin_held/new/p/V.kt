package p

@JvmInline value class Grown internal constructor(internal val a: Long) {
    fun kept(): Int = 1
}

@JvmInline value class Text internal constructor(internal val a: Int)

@JvmInline value class Around internal constructor(internal val grown: Grown)

@JvmInline value class Kept internal constructor(internal val a: Int) {
    fun kept(): Int = 1
}
