package p

internal fun nothing() {}
