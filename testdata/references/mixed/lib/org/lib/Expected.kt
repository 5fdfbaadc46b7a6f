package org.lib

expect open class IOException()
expect class Items<T>()

interface Reports {
    fun failed(error: IOException)
}

fun <T> firstOf(items: Items<T>): T = TODO()
