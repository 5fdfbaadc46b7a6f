package p

fun moved() {}
