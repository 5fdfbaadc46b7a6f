package zoo

fun outer() {
    class Local { inner class Deeper }
    fun inner() {}
    data class Pair(val a: Int)
    val o = object : Runnable { override fun run() {} }
    interface Odd
    val c = String::class
    val d = Local::class.java
}

val initialised = run {
    class InLambda
    1
}

class Real {
    init { class InInit }
}
