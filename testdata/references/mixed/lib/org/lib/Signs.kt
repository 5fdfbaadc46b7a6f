package org.lib

/** Member extensions that only what they extend tells apart. */
open class Signs {
    operator fun Char.unaryPlus() {}

    operator fun CharSequence.unaryPlus() {}

    operator fun Number.unaryPlus() {}

    fun Char.put(of: Int) {}

    fun Number.put(of: Int) {}

    fun all(length: Number) {
        +'a' //= org.lib.Signs#unaryPlus(Char) call high
        +"a" //= org.lib.Signs#unaryPlus(CharSequence) call high
        +length //= org.lib.Signs#unaryPlus(Number) call high
        length.put(1) //= org.lib.Signs#put(Number, Int) call high
    }
}

class OtherSigns : Signs() {
    fun others(length: Number) {
        length.put(1) //= org.lib.Signs#put(Number, Int) call high
        'a'.put(1) //= org.lib.Signs#put(Char, Int) call high
    }
}
