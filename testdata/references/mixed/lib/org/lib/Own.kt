package org.lib

open class Above
class Below : Above() {
    fun own() {} //? org.lib.Below#own()
}

fun Above.own() {}

class Host {
    fun error(text: String): Int = 1

    fun all(above: Above) {
        if (above !is Below) error("no") //= org.lib.Host#error(String) call high
        above.own() //= org.lib.OwnKt#own() call high
    }
}
