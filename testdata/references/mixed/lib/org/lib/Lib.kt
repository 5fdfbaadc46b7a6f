@file:JvmName("Top")

package org.lib

class Given(val name: String) {
    fun number(a: Int) {}
    fun wide(a: Long) {}
    fun maybe(a: Int?) {}
    fun flag(a: Boolean) {}
    fun text(a: CharSequence) {}
    fun any(a: Any?) {}
    fun list(a: List<String>) {}
    fun growing(a: MutableList<String>) {}
    fun bytes(a: ByteArray) {}
    fun texts(a: Array<String>) {}
    fun many(vararg a: Int) {}
    fun later(a: (String) -> Unit) {}
    fun gives(): Long = 1
    @JvmOverloads fun some(a: Int, b: Int = 1, c: String = "") {}
    @JvmName("-old_code") fun code(): Int = code //= org.lib.Given#code read high

    @get:JvmName("code") val code: Int = 1
    var size: Int = 2
    val isOpen: Boolean = true
    @JvmField val plain: Int = 3

    companion object {
        const val LIMIT = 4
        @JvmStatic fun of(name: String): Given = Given(name)
        @JvmName("get") @JvmStatic fun String.toGiven(): Given = Given(this)
    }
}

class Defaulted(val first: Int = 1, val second: Int = 2)

class Picked {
    fun hit() {}
}

fun pick(one: String): Picked = Picked()
fun pick(vararg all: String): Int = 1
suspend fun wait(text: String): Int = 1

object Only {
    val value = 1
    fun run() {}
}

val top: Int = 1
fun String.shout(): String = this
fun all(vararg of: String, last: Boolean = false) {}
fun <T> each(vararg of: T) {}
