package p

fun kept() {}
fun String.extended(count: Int): String = this + count
val top: Long = 1
