package a

class First {
    fun before() {}

    fun bad( {
        val local = 1
    }

    fun after(x: Int) {}

    val later = 1
}

class Second {
    fun other() {}
}

fun top() {}
