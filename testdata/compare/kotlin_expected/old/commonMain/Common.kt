package p

expect fun stays(): Int
expect fun given(size: Int = 1): Int
