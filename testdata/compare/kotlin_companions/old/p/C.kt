package p

class Becomes {
    object N {
        fun f() = 1
    }
}

class Ceases {
    companion object N {
        fun f() = 1
    }
}

class Inner {
    internal object N {
        fun f() = 1
    }
}
