package org.lib

class Order {
    fun marked(): Order = this
    fun hit() {}
}

class Meal {
    fun hit() {}
}

typealias Serving = (Order) -> Meal

fun interface Passing : (Serving) -> Serving

class Plate

/** What a lambda takes that another one gives is told by the alias of a function. */
fun passing(): Passing = Passing { next ->
    { order ->
        order.hit() //= org.lib.Order#hit() call high
        Plate() //= org.lib.Plate#<init>() new exact
        next(order.marked()).hit() //= org.lib.Order#marked() call high | org.lib.Meal#hit() call high
        Meal() //= org.lib.Meal#<init>() new exact
    }
}

fun ((Order) -> Boolean).named(by: String): String = by
fun ((String, Int) -> Boolean).named(by: Int): Int = by

/** A lambda of which nothing is expected is a function of what is written in it. */
val first = { _: Order -> true }.named("x") //= org.lib.HandlersKt#named(((Order)->Boolean), String) call high
val second = { _: String, _: Int -> true }.named(1) //= org.lib.HandlersKt#named(((String,Int)->Boolean), Int) call high

open class Adapter<T> {
    open fun read(from: T): T = from

    companion object {
        val TEXT: Adapter<String> = Adapter<String>()
        fun made(): Adapter<Int> = Adapter()
    }
}

/** In an object the companions of its supertypes need not be named. */
val adapted = object : Adapter<Order>() {
    override fun read(from: Order): Order { //= org.lib.Adapter#read(Object) override exact
        TEXT.read("") //= org.lib.Adapter#read(Object) call high | org.lib.Adapter.Companion#TEXT read high
        made().read(1) //= org.lib.Adapter#read(Object) call high | org.lib.Adapter.Companion#made() call high
        return from
    }
}

enum class Shade(val depth: Int) {
    LIGHT(1), DARK(2);

    fun hit() {}
}

/** All of an enum. */
fun shades() {
    for (one in Shade.entries) one.hit() //= org.lib.Shade#hit() call high
    for (one in Shade.values()) one.hit() //= org.lib.Shade#hit() call high
}

open class Animal2 {
    open fun cry() {}
}

class Fox : Animal2() {
    override fun cry() {} //= org.lib.Animal2#cry() override exact
}

class Cage(val kept: Animal2) {
    var changed: Animal2 = kept
    val computed: Animal2 get() = changed
}

/** What may be another value the next time is not cast. */
fun looked(cage: Cage) {
    if (cage.kept is Fox) cage.kept.cry() //= org.lib.Fox#cry() call high
    if (cage.changed is Fox) cage.changed.cry() //= org.lib.Animal2#cry() call high
    if (cage.computed is Fox) cage.computed.cry() //= org.lib.Animal2#cry() call high
    val held = cage.changed
    if (held is Fox) held.cry() //= org.lib.Fox#cry() call high
    val same = cage
    if (same.kept is Fox && same.changed is Fox) same.kept.cry() //= org.lib.Fox#cry() call high
}

class Picked2 {
    fun hit() {}
}

fun chosen(by: () -> Unit): Picked2 = Picked2()
fun chosen(by: () -> Any): Order = Order()

/** What a lambda gives chooses only where an annotation says so: a function that gives nothing takes any lambda. */
fun choosing() {
    chosen { "" }.hit() //= org.lib.Picked2#hit() call high
}

class Rack<T> {
    fun put(one: T) {}
    fun put(one: T, at: Int) {}
}

/** Where a type variable stands for what may be `null`, that is taken. */
fun shelved(some: Rack<Order?>, taken: (String) -> Unit) {
    some.put(null) //= org.lib.Rack#put(Object) call high
    takes(error("")) //= org.lib.HandlersKt#takes((String)->Unit) call exact
}

fun takes(by: (String) -> Unit) {}

fun <T> given(by: () -> T): T = by()

/** `return` with the name of a local function leaves that one. */
fun local() {
    given { fun given(): Meal { return@given Meal() }; Order() }.hit() //= org.lib.Order#hit() call high | org.lib.Meal#<init>() new exact
}

/** What lacks a type hides no class. */
fun unknown(of: org.nowhere.Nothing2) {
    of.within { Plate() } //= org.lib.Plate#<init>() new exact
}
