package org.example.text

/** Whether there is nothing but blanks. */
fun String.isEmptyText(): Boolean = isBlank()

fun join(first: String, second: String): String = first + second
