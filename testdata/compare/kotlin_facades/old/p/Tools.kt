package p

fun kept() {}
fun moved() {}
fun String.extended(count: Int): String = this
val top: Int = 1
internal fun hidden() {}
