package org.example.lib.text

import java.io.File as Path
import org.example.lib.*

/** Whether there is text. */
fun hasText(value: CharSequence?): Boolean =
    value != null && value.isNotBlank()

/** The first [n] characters. */
fun String.first(n: Int = 1): String {
    return substring(0, n)
}

val String.last: Char
    get() = this[length - 1]

const val LIMIT = 100

typealias Words = List<String>

/** Reads texts. */
open class Reader(val path: Path, private val limit: Int = LIMIT) : AbstractReader(), Marker.Kind {
    fun read(vararg names: String): Words = emptyList()

    suspend fun <T : Any> readAll(block: suspend (String) -> T): List<T> {
        return emptyList()
    }

    /** Makes readers. */
    companion object {
        const val DEFAULT = "x"

        /** A reader of nothing. */
        fun empty(): Reader {
            return Reader(Path(""))
        }
    }
}

abstract class AbstractReader {
    open fun close() {}
}
