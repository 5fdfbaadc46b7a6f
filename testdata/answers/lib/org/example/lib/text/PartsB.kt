@file:JvmName("Parts")
@file:JvmMultifileClass

package org.example.lib.text

/** The second part. */
fun partB(n: Int): Int {
    return n
}
