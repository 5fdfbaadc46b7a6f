package p

fun all(texts: Texts): Int = 1

fun kept(kept: Kept): Int = 1
