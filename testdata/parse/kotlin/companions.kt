package zoo

class One {
    companion object {
        @JvmStatic fun create(): One = One()
        const val MAX = 3
    }
}

class Two {
    /** Makes twos. */
    @JvmStatic
    private companion object Factory : Maker<Two>(), Named by Other {
        override fun make() = Two()
    }
    fun member() = 1
}

interface Three {
    companion object
    fun after(): Int
}

class Four { companion object { val x = 1 } }
