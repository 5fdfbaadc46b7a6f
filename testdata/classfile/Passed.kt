@file:Suppress("unused", "UNUSED_PARAMETER")

package org.example.passed

/** Functions that are passed on, whose parameters have names, and typealiases of them. */
typealias Name = String
typealias Listener = (event: String, Name?) -> Unit
typealias Table<V> = Map<Name, V>

fun on(listener: Listener?, then: (count: Int, `when`: Long) -> Unit) = Unit

fun plain(block: (Int) -> Unit) = Unit

fun unnamed(block: (_: Int) -> Unit) = Unit

fun mixed(block: (String, last: List<(item: Name) -> Boolean>) -> Name) = Unit

suspend fun later(block: suspend (name: String) -> Unit) = Unit

fun nested(block: (inner: (deep: Int) -> Unit) -> (result: Int) -> Unit) = Unit

fun String.with(block: (String.(other: String) -> Unit)?) = Unit

fun <T> generic(pick: (left: T, right: T?) -> T): Table<T>? = null

val table: Table<Listener> = emptyMap()

class Handed(val onClose: ((reason: Name?) -> Unit)? = null)
