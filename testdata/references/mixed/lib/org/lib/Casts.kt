package org.lib

interface Known
open class Animal {
    fun move() {
        if (this is Dog) bark() //= org.lib.Dog#bark() call high
        if (this is Dog) this.bark() //= org.lib.Dog#bark() call high
        if (this is Dog && isLoud) bark() //= org.lib.Dog#bark() call high | org.lib.Dog#isLoud read high
        if (this !is Dog) return
        bark() //= org.lib.Dog#bark() call high
        if (this is Known) move() //= org.lib.Animal#move() call high
    }
}

class Dog : Animal() {
    val isLoud = true
    fun bark() {}
}

fun Animal.whenever() {
    when (this) {
        is Dog -> bark() //= org.lib.Dog#bark() call high
        else -> move() //= org.lib.Animal#move() call high
    }
    run { if (this is Dog) bark() } //= org.lib.Dog#bark() call high
    if (this is Known) known() //= org.lib.CastsKt#known() call high
}

fun Known.known() {}
