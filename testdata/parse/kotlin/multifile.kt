@file:[JvmName("Many") JvmMultifileClass]
package zoo

fun part() {}
