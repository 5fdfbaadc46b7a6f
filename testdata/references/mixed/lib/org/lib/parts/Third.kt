@file:JvmMultifileClass
@file:JvmName("Parts")

package org.lib.parts

import org.lib.parts.other.Picked

fun Picked.extended(name: String): Picked = this
fun several(of: Picked) {}
