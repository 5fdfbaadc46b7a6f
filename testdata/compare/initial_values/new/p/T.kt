package p

fun defaults(a: Int, b: Int = 3) {}

fun same(b: Int = /* two */ 2) {}

class Own(val a: Int = 2, b: Int = 1) {
    val c = 1
}

class Other(val a: Int = 1) {
    val text = "init { }"

    init {
        println(2)
    }

    fun same() {}
}

enum class Constants(val a: Int) {
    A(2), B(2), C(3) {
        override fun toString() = "d"
    };
}

interface I {
    fun f() {}
}

annotation class Notes(val a: Int = 2)
