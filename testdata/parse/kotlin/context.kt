package zoo

context(a: Logger)
fun one() {}

/** With two. */
context(a: Logger, b: Clock<Int>) private fun two(x: Int): Int = x

@Suppress("x")
context(_: Logger)
val property: Int
    get() = 1

context(Logger, Clock<String>)
class Old {
    context(a: Logger)
    suspend fun member() {}
    context(a: A)
    val inside: Int get() = 1
    fun context(x: Int): Int = x
    val called = context(1)
    fun after() {}
}

fun takes(block: context(Logger) (Int) -> Unit, other: context(A, B) Int.() -> String) {}
typealias Block = context(Logger) () -> Unit
fun context(a: Int) = a
