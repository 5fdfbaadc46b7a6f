@file:Suppress("unused")

package org.example.notes

import java.io.Closeable

/** What Kotlin's compiler notes in class files: compiled into the JAR beside this file. */
typealias Handler<T> = suspend (T) -> Unit

const val LIMIT: Int = 7
const val TEXT: String = "a\$b\"c"
var counter: Long = 0
    private set
val <T : Comparable<T>> List<T>.largest: T? get() = maxOrNull()

inline fun <reified T : Any, R> T.used(crossinline block: T.(R) -> Unit, vararg rest: R, last: Int = 1): Map<String, List<T?>>
    where R : CharSequence, R : Closeable = emptyMap()

suspend fun run(handler: Handler<String>, block: (suspend String.() -> Int)? = null) = Unit

internal fun `two words`(`when`: Int) = `when`

data class Point(val x: Int, var y: Int = 0, internal val name: String?) {
    operator fun plus(other: Point): Point = other

    companion object {
        const val ORIGIN = "0"

        @JvmStatic
        fun of(text: String): Point = Point(0, 0, text)
    }
}

@JvmInline
value class Meters(val length: Double)

sealed interface Shape<out T> {
    val area: Double

    fun describe(): String = "shape"

    fun draw(on: (T) -> Boolean)

    object None : Shape<Nothing> {
        override val area = 0.0

        override fun draw(on: (Nothing) -> Boolean) {}
    }
}

fun interface Check {
    fun check(text: String): Boolean
}

abstract class Base protected constructor(private val secret: Int) {
    lateinit var late: String
    val lazily by lazy { secret }

    constructor(text: String) : this(text.length)

    @Deprecated("old")
    open fun old() {}

    abstract fun later(): Array<out Int>

    protected tailrec fun down(n: Int): Int = if (n == 0) 0 else down(n - 1)

    inner class Inner<E>(val element: E) : Base(1) {
        override fun later(): Array<out Int> = arrayOf()
    }

    private class Hidden
}

enum class Colour(val code: Int) {
    RED(1),
    `two words`(2) {
        override fun paint() = 2
    };

    open fun paint(): Int = code
}

annotation class Marked(val value: String, val kinds: Array<String> = [])
