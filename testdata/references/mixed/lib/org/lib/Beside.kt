package org.lib

interface Raises<in E> {
    fun raise(error: E): Nothing
}

/** A parameter beside a member of its name: what takes the arguments is called. */
fun <E> Raises<E>.ensured(is_: Boolean, raise: () -> E) {
    if (is_) raise(raise()) //= org.lib.Raises#raise(E) call high
    raise()
}

fun <E> Raises<E>.given(error: E, raise: Raises<E>.(E) -> Unit) {
    raise(error)
    raise(this, error)
}
