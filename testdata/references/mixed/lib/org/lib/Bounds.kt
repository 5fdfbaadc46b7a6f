package org.lib

import org.lib.Checks.checkIndex //= org.lib.Checks#checkIndex(int, int) import exact

object Checks {
    fun checkIndex(index: Int, size: Int) {}
}

/** What is internal elsewhere is not in sight. */
class Indexed<E> : AbstractList<E>() {
    fun check() = checkIndex(0, 1) //= org.lib.Checks#checkIndex(int, int) call exact
}

class Bound {
    fun hit() = 1
}

interface Several<out T> {
    fun one(): T
}

class Handler<T>(val of: T)

fun <T, C : Several<T>> C.onAll(action: (T) -> Unit): C = this

fun <T> T.orNot(): Handler<T> = Handler(this) //= org.lib.Handler#<init>(Object) new exact

/** Type variables by the bounds of others, and variables that bear the name of a class. */
class Bounded {
    fun all(several: Several<Bound>) {
        several.onAll { it.hit() }.one().hit() //= org.lib.Bound#hit() call high
        null.orNot() //= org.lib.BoundsKt#orNot(T) call high
    }

    fun <Handler> on(handler: Handler) {
        val made = Handler(handler) //= org.lib.Handler#<init>(Object) new exact
    }
}
