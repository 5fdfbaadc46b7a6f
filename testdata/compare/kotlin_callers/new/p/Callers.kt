package p

class Settable {
    val byModule: Int = 1
    val byItself: Int = 1
    val bySubclass: Int = 1
    @JvmField val field: Int = 1
}

fun once(s: String, a: Int): Int = 1

fun String.later(a: Int): Int = 1

@Deprecated("soon", level = DeprecationLevel.ERROR) fun warned() {}

@Deprecated("gone", ReplaceWith("put(a, b)"), DeprecationLevel.HIDDEN) fun fine() {}

@Deprecated("now", level = DeprecationLevel.HIDDEN) fun refused() {}

inline fun put(crossinline block: () -> Unit, after: () -> Unit) {
    block()
    after()
}

inline fun freed(block: () -> Unit) = block()
