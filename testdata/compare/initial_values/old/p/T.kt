package p

fun defaults(a: Int, b: Int = 2) {}

fun same(b: Int = 2) {}

class Own(val a: Int = 1, b: Int = 1) {
    val c = 1
}

class Other(val a: Int = 1) {
    val text = "init { }"

    init {
        println(1)
    }

    fun same() {}
}

enum class Constants(val a: Int) {
    A(1), B(2), C(3) {
        override fun toString() = "c"
    },
}

interface I {
    fun f() {}
}

annotation class Notes(val a: Int = 1)
