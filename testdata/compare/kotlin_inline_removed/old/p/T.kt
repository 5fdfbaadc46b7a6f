package p

inline fun each(action: (Int) -> Unit) = action(1)

inline fun suspends(action: suspend () -> Unit) {}

inline fun kept(noinline action: () -> Unit, crossinline other: () -> Unit) {}

inline fun plain(a: Int) = a

inline fun <T> T.also2(block: (T) -> Unit): T = this

inline fun stays(action: () -> Unit) = action()

fun becomes(action: () -> Unit) = action()
