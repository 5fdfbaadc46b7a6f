package p

actual fun stays(): Int = 1
actual fun given(size: Int): Int = size
