package org.lib

interface Shape {
    val name: String
    var width: Int
    val isOpen: Boolean
    fun scale(by: Int, text: String?): Int
    fun boxed(by: Int?)
    fun all(of: List<String>)
    fun later(then: (Int) -> Unit)
    val given: String @JvmName("own") get
}

abstract class Half : Shape {
    open var height: Long = 1
}

open class Wide<T> {
    open fun take(of: T) {}
    open suspend fun waits() {}
}

fun String.scaled() {}
