package org.kt

import org.missing.Node
import org.missing.Rule

class Wrapping : Rule("a") {
    fun run(node: Node) = node.lengthUntil(node) //= org.kt.Wrapping#lengthUntil(Node) call medium

    private fun Node.lengthUntil(other: Node): Int = 1
}

/** Like [Wrapping], whose function is its own. */
class Folding : Rule("b") {
    companion object {
        fun levelOf(name: String?): Folding? = null //? org.kt.Folding.Companion#levelOf(String)
    }
}
