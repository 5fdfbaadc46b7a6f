package p

interface I {
    fun asked(text: String)
    fun given(text: String) {}
}

abstract class A {
    abstract fun left(text: String)
    open fun open(text: String) {}
    fun closed(text: String) {}
}

class Final(text: String) : A() {
    override fun left(text: String) {}
    fun own(text: String) {}
}

fun free(text: String) {}
