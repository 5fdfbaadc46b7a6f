package org.lib

open class Deep {
    fun deepest() {}
}

/** Objects in each other, each of which is named where the others are around it. */
val deep =
    object : Deep() { val at = object : Deep() { val at = object : Deep() { val at = object : Deep() { val at = object : Deep() { val at = object : Deep() { val at = object : Deep() { val at = object : Deep() { val at =
    object : Deep() { val at = object : Deep() { val at = object : Deep() { val at = object : Deep() { val at = object : Deep() { val at = object : Deep() { val at = object : Deep() { val at = object : Deep() { val at =
    object : Deep() { val at = object : Deep() { val at = object : Deep() { val at = object : Deep() { val at = object : Deep() { val at = object : Deep() { val at = object : Deep() { val at = object : Deep() { val at =
    object : Deep() { val at = object : Deep() { val at = object : Deep() { val at = object : Deep() { val at = object : Deep() { val at = object : Deep() { val at = object : Deep() { val at = object : Deep() { val at =
    object : Deep() { val at = object : Deep() { val at = object : Deep() { val at = object : Deep() { val at = object : Deep() { val at = object : Deep() { val at = object : Deep() { val at = object : Deep() { val at =
    Deep().deepest() //= org.lib.Deep#deepest() call high
    }}}}}}}}
    }}}}}}}}
    }}}}}}}}
    }}}}}}}}
    }}}}}}}}
