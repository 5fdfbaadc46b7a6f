@file:Suppress("unused", "UNUSED_PARAMETER")

package org.example.kept

import java.io.IOException
import org.jetbrains.annotations.Contract

/** Annotations and exceptions that Kotlin's compiler keeps in places of their own. */
annotation class Mark(val value: String = "")

@Deprecated("an alias")
typealias Name = String

@Deprecated("of a file")
const val LIMIT = 7

@Mark("extension")
val <T> List<T>.middle: T? get() = null

@Mark("one")
fun overloaded(text: String, count: Int?) {}

@Mark("two")
fun overloaded(list: List<String>, other: Map.Entry<Int, LongArray>): Any = list

@Mark("three")
fun overloaded(block: (Int) -> Unit, vararg rest: String) {}

@JvmName("renamed")
fun overloaded(numbers: List<Int>): Nothing = throw IllegalStateException()

@Contract("null -> null")
@Mark("companion")
fun Double.Companion.overloaded(text: String?): String? = text

@Throws(IOException::class, IllegalStateException::class)
suspend fun thrown(path: String) {}

interface Holder {
    @Mark("of an interface")
    val held: Int

    @Deprecated("gone", level = DeprecationLevel.HIDDEN)
    fun limit(count: Int): Holder

    fun limit(count: Int, name: String? = null): Holder

    @Throws(IOException::class)
    fun close()
}

data class Place(
    @Deprecated("in the header") val x: Int,
    @property:Mark("property") @field:Mark("field") var y: Int,
)

class Fields @Mark("constructor") @Throws(IOException::class) constructor(size: Int) {
    @JvmField
    @Mark("both")
    val open: Int = size

    @field:Mark("field")
    @get:Mark("getter")
    val under: Int = size

    @Deprecated("hidden", level = DeprecationLevel.HIDDEN)
    constructor(text: String) : this(text.length)

    @Mark("delegate")
    val lazily by lazy { size }

    companion object {
        @Mark("constant")
        const val ORIGIN = "0"

        @Mark("static")
        @JvmStatic
        val shared: String = ""

        @JvmStatic
        @Mark("of text")
        fun of(text: String): Fields = Fields(text.length)

        @JvmStatic
        @Mark("of number")
        fun of(number: Int): Fields = Fields(number)
    }
}

enum class Shade {
    @Deprecated("pale")
    RED,
    GREEN,
}
