package a

fun first() {}

fun bad(x: Int { }

class Second {
    fun other() {}
}

val list = listOf(1, 2

fun last() {}
