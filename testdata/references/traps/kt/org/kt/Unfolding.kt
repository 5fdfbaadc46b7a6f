package org.kt

import org.missing.Duration.Companion.milliseconds
import org.missing.Level
import org.missing.Node
import org.missing.Rule

/** Like [Wrapping]. */
class Unfolding : Rule("c") {
    fun run(node: Node) = node.lengthUntil(node)

    fun level(name: String) = Level.levelOf(name)

    private fun Node.lengthUntil(other: Node): Int = 1
}
