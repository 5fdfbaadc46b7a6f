package org.every

import kotlin.reflect.KClass
import org.every.Amount.Companion.pieces

class Hit(val size: Int, val name: String) {
    fun hit(): Hit = this
    fun all(): List<Hit> = grown()
}

class Miss(val size: Int) {
    fun hit() = 2
}

class Amount {
    fun hit() = 3

    companion object {
        val Int.pieces: Amount get() = Amount()
        val Long.pieces: Amount get() = Amount()
    }
}

val <T : Any> KClass<T>.self: List<T> get() = grown()

fun <T : Any> load(of: KClass<T>): T = TODO()

fun <E> List<E>.one(): E = TODO()

fun <A, B> List<A>.turned(by: (A) -> B): List<B> = TODO()

fun <S, T : S> List<T>.folded(by: (S, T) -> S): S = TODO()

fun <C, R> C.orElse(other: () -> R): R where C : List<*>, C : R = TODO()

fun <C, R> C.orElse(other: () -> R): R where C : CharSequence, C : R = TODO()

fun interface Test<T> {
    fun holds(of: T): Boolean

    operator fun plus(other: Test<T>): Test<T> = this
}

class Machine {
    operator fun plusAssign(by: (Hit, Miss) -> Unit) {}

    operator fun set(key: String, by: (Hit) -> Unit) {}

    fun sink(of: String): Sink = Sink()
}

class Sink {
    operator fun plusAssign(of: String) {}
}

enum class Kind(val sign: Char) {
    ONE('1');

    fun all() = entries.turned { it.sign } //= org.every.Kind#sign read high | org.every.EverydayKt#turned(List, (A)->B) call high

    companion object {
        val first = entries.one()
    }
}

var label = "l"
    get() = field.orElse { "none" } //= org.every.EverydayKt#orElse(C, ()->R) call high

/** What is told by `T::class`, a callable reference, a bound, an operator, a local function. */
fun tells(one: Hit, some: List<Hit>, machine: Machine, maker: Maker) {
    load(Hit::class).hit() //= org.every.Hit#hit() call high
    Miss::class.self.one().hit() //= org.every.Miss#hit() call high
    some.turned(Hit::hit).one().hit() //= org.every.Hit#hit() method_reference high | org.every.Hit#hit() call high | org.every.EverydayKt#turned(List, (A)->B) call high
    some.turned(Hit::all).one().one().hit() //= org.every.Hit#hit() call high | org.every.EverydayKt#turned(List, (A)->B) call high
    some.folded { a, b -> if (a.size == b.size) a.hit() else b }.hit() //= org.every.Hit#hit() call high | org.every.Hit#hit() call high
    some.orElse { grown() }.one().hit() //= org.every.Hit#hit() call high | org.every.EverydayKt#orElse(C, ()->R) call high
    Test<Hit> { it.hit() === it } //= org.every.Hit#hit() call high
    machine += { a, b -> a.hit(); b.hit() } //= org.every.Hit#hit() call high | org.every.Miss#hit() call high
    machine["key"] = { it.hit() } //= org.every.Hit#hit() call high
    machine.sink("a") += "b" //= org.every.Machine#sink(String) call high
    fun local(by: (Miss) -> Int) = 1
    local { it.hit() } //= org.every.Miss#hit() call high
    Kind.first.sign //= org.every.Kind#sign read high
    5.pieces.hit() //= org.every.Amount#hit() call high
    maker.Inner(1).hit() //= org.every.Maker.Inner#<init>(int) new high | org.every.Maker.Inner#hit() call high
    val size = Hit::name
    size.get(one) //= kotlin.reflect.KProperty1#get(T) call high
}

class Listeners {
    private val them: MutableList<(String) -> Unit> = grown()

    fun add(one: (String) -> Unit) {
        them += one //= org.every.Listeners#them read high | kotlin.collections.CollectionsKt#plusAssign(MutableCollection, T) call high
    }
}

@Deprecated("use the other one", level = DeprecationLevel.HIDDEN)
fun kept(of: Int = 0) {} //? org.every.EverydayKt#kept(Int)

fun kept(of: Int = 0, more: Int = 1) {}

@Deprecated("(HIDDEN)")
fun shown(of: Int = 0) {}

fun hidden() {
    kept() //= org.every.EverydayKt#kept(Int, Int) call exact
    kept(1) //= org.every.EverydayKt#kept(Int, Int) call exact
    shown(1) //= org.every.EverydayKt#shown(Int) call exact
}
