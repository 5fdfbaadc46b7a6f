package org.lib

interface Known {
    fun tell()
}
open class Animal {
    fun move() {
        if (this is Dog) bark() //= org.lib.Dog#bark() call high
        if (this is Dog) this.bark() //= org.lib.Dog#bark() call high
        if (this is Dog && isLoud) bark() //= org.lib.Dog#bark() call high | org.lib.Dog#isLoud read high
        if (this !is Dog) return
        bark() //= org.lib.Dog#bark() call high
        if (this is Known) move() //= org.lib.Animal#move() call high
        if (this is Known) this.move() //= org.lib.Animal#move() call high
        if (this is Known) this.tell() //= org.lib.Known#tell() call high
        if (this is Known) take(this) //= org.lib.CastsKt#take(Animal) call exact
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
fun take(animal: Animal) {}

fun Animal.later() {
    if (this !is Known) return
    this.move() //= org.lib.Animal#move() call high
    this.tell() //= org.lib.Known#tell() call high
    val own = this
    own.move() //= org.lib.Animal#move() call high
}

fun told(animal: Animal, box: Box<out Animal & Any>) {
    if (animal is Known) animal.tell() //= org.lib.Known#tell() call high
    box.open() //= org.lib.Box#open() call high
}

interface Box<T> {
    fun open()
}

interface Shown {
    fun show()
}

class Sign : Shown {
    override fun show() {} //= org.lib.Shown#show() override exact
    fun own() {}
}

fun Shown.scale() {} //? org.lib.CastsKt#scale(Shown)
fun Sign.scale() {}

/** What is told to be of a supertype stays what it was. */
fun kept(sign: Sign, other: Sign?, animal: Animal) {
    sign as Shown
    sign.scale() //= org.lib.CastsKt#scale(Sign) call high
    sign.show() //= org.lib.Sign#show() call high
    sign.own() //= org.lib.Sign#own() call high
    if (other is Shown) other.own() //= org.lib.Sign#own() call high
    if (animal is Known) {
        animal.tell() //= org.lib.Known#tell() call high
        animal.move() //= org.lib.Animal#move() call high
        take(animal) //= org.lib.CastsKt#take(Animal) call exact
        animal.known() //= org.lib.CastsKt#known() call high
        if (animal is Shown) animal.show() //= org.lib.Shown#show() call high
    }
}
