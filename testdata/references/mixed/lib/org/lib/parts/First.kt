@file:JvmMultifileClass
@file:JvmName("Parts")

package org.lib.parts

/** The first file of a facade says nothing about what the names in the others mean. */
fun first() {}
