package org.example.contexts

class Logger(val name: String)

context(logger: Logger, _: Comparable<String>)
fun <T> log(value: T): T = value

context(logger: Logger)
val here: String get() = logger.name

fun <R> within(block: context(Logger) () -> R, other: (context(Logger, Int) String.(Long) -> R)?): R? = null

open class Overrides {
    override fun toString(): String = "here"
    final override fun hashCode(): Int = 7
    override fun equals(other: Any?): Boolean = this === other
    open fun toString(radix: Int): String = "$radix"
    context(logger: Logger) protected open fun inside(): Unit = Unit
}

interface Named {
    override fun toString(): String
    fun hashCode(of: Int): Int = of
}

class Last : Overrides() {
    override fun toString(): String = "last"
}
