@file:JvmName("-Names")
@file:Suppress("unused", "UNCHECKED_CAST")

package zoo

fun named() {}
