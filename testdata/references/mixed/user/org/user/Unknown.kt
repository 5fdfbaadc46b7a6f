package org.user

import org.absent.Thing
import org.lib.Given
import org.lib.Given.Companion.toGiven //= org.lib.Given.Companion#toGiven() import exact
import org.lib.Picked
import org.lib.Pack

class Lamp

fun Lamp.hit() {}

val Lamp.size: Int get() = 1

fun unknown(thing: Thing, lamp: Lamp, picked: Picked, pack: Pack<Picked>) {
    thing.make().hit() //= org.lib.Picked#hit() call medium | org.lib.Pack#hit(T) call medium | org.user.UnknownKt#hit() call medium
    thing.make().size //= org.lib.Pack#size read medium | org.lib.Given#size read medium
    thing.hit() //= org.lib.Picked#hit() call medium | org.lib.Pack#hit(T) call medium | org.user.UnknownKt#hit() call medium
    lamp.hit() //= org.user.UnknownKt#hit() call high
    lamp.size
    picked.hit() //= org.lib.Picked#hit() call high
    pack.size //= org.lib.Pack#size read high
    // What `@JvmName` and accessors are called is nothing that Kotlin calls.
    thing.get()
    thing.getSize()
    thing.toGiven() //= org.lib.Given.Companion#toGiven() call medium
    "a".toGiven().size //= org.lib.Given.Companion#toGiven() call high | org.lib.Given#size read high
}
