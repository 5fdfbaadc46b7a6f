package zoo

fun String.shout(): String = uppercase()
fun <T> List<T>.second(): T = this[1]
fun Map.Entry<String, Int>.pair() = key to value
fun String?.orNothing() = this ?: ""
fun (() -> Unit).twice() { this(); this() }
suspend fun <K, V> Map<K, V>?.load(key: K): V? where K : Any = null
private operator fun Int.invoke(x: Int) = x

val String.first: Char
    get() = this[0]
val <T : Any> List<T>.last: T? get() = lastOrNull()
var StringBuilder.tail: Char
    get() = get(length - 1)
    set(value) { setCharAt(length - 1, value) }

class Holder {
    fun Int.inside() = 1
    val Int.twice get() = this * 2
}
