package org.lib.parts.other

class Picked {
    fun hit() {} //? org.lib.parts.other.Picked#hit()
}
