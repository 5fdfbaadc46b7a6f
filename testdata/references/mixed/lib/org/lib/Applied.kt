package org.lib

class Wrapped

class Kept<V>(val value: V) {
    fun get(): V = value
}

/** References through types with arguments. */
class Applied {
    fun all() {
        handed(Kept<Wrapped>::get) //= org.lib.Kept#get() method_reference high | org.lib.Wrapped type exact | org.lib.Applied#handed(Any) call high
    }

    fun handed(of: Any) {}
}
