package p

fun each(action: (Int) -> Unit) = action(1)

fun suspends(action: suspend () -> Unit) {}

fun kept(action: () -> Unit, other: () -> Unit) {}

fun plain(a: Int) = a

fun <T> T.also2(block: (T) -> Unit): T = this

inline fun stays(action: () -> Unit) = action()

inline fun becomes(action: () -> Unit) = action()
