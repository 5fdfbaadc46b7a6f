package p

class Becomes {
    companion object N {
        fun f() = 1
    }
}

class Ceases {
    object N {
        fun f() = 1
    }
}

class Inner {
    internal companion object N {
        fun f() = 1
    }
}
