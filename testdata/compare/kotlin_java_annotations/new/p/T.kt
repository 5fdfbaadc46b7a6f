package p

class T {
    @JvmOverloads
    fun overloads(a: Int = 1) {}

    fun loses(a: Int = 1) {}

    companion object {
        @JvmStatic
        fun static() {}

        @JvmStatic
        val given: Int get() = 1
    }
}

object O {
    @JvmStatic
    fun static() {}
}
