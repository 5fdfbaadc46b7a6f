@file:JvmMultifileClass
@file:JvmName("Parts")

package org.lib.parts

import org.lib.Picked

fun Picked.extended(name: String): Picked = this
fun <T : Picked> T.bounded(): T = this
fun plain(of: Picked): Picked = of
fun several(of: Picked) {}
fun several(of: String) {}
val Picked.own: Picked get() = this
val kept: Picked get() = Picked()
