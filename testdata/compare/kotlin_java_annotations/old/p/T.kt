package p

class T {
    fun overloads(a: Int = 1) {}

    @JvmOverloads
    fun loses(a: Int = 1) {}

    companion object {
        fun static() {}

        val given: Int get() = 1
    }
}

object O {
    fun static() {}
}
