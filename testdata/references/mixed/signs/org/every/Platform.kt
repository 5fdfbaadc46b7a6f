package org.every

import java.lang.*
import java.util.*

interface Open {
    fun hit()
}

fun <T, R> Array<out T>.turned(by: (T) -> R): List<R> = TODO()

fun <R> LongArray.turned(by: (Long) -> R): List<R> = TODO()

/** Arrays that methods of Java give. */
class Given(val maker: Maker) {
    fun each() = maker.all().turned { it.hit() } //= org.every.PlatformKt#turned(Array, (T)->R) call high | org.every.Maker#hit() call high | org.every.Maker#all() call high

    fun first() = maker.all()!![0].hit() //= org.every.Maker#hit() call high | org.every.Maker#all() call high | kotlin.Array#get(Int) call high

    fun held() = maker.held[0].hit() //= org.every.Maker#hit() call high | org.every.Maker#held read high | kotlin.Array#get(Int) call high

    fun none() = Maker.NONE[0] //= org.every.Maker#NONE read exact | kotlin.LongArray#get(Int) call high

    fun loop() {
        for (one in maker.all()) one.hit() //= org.every.Maker#hit() call high | org.every.Maker#all() call high
    }

    fun counts() = maker.counts().turned { it } //= org.every.PlatformKt#turned(LongArray, (Long)->R) call high
}

/** What is imported whole brings nothing that Kotlin has itself. */
class Whole(val all: List<Open>, val by: Map<String, List<Open>>) {
    fun first() = all[0].hit() //= java.util.List#get(int) call high | kotlin.collections.List#get(Int) call high | org.every.Open#hit() call high

    fun named(of: String) = by[of]!![0].hit() //= java.util.List#get(int) call high | java.util.Map#get(Object) call high | kotlin.collections.Map#get(K) call high | kotlin.collections.List#get(Int) call high | org.every.Open#hit() call high
}

/** An extension that goes before the members of what it extends. */
class Hides(val all: HashSet<Maker>, val maker: Maker) {
    fun each() = all.forEach { it.hit() } //= kotlin.collections.CollectionsKt#forEach(Iterable, (T)->Unit) call high | org.every.Maker#hit() call high

    fun own(by: java.util.function.Function<Maker, Maker>) = all.forEach(by) //= java.util.HashSet#forEach(Function) call high
}

/** What everything and every enum has. */
class Roots {
    fun of(open: Open) = open.hashCode() //= kotlin.Any#hashCode() call high

    fun of(kind: Kind) = kind.name //= java.lang.Enum#name() call high | kotlin.Enum#name read high

    fun of(task: Runnable) = task.hashCode() //= kotlin.Any#hashCode() call high
}

class Asked<T> {
    fun <R> put(by: T.() -> R): Asked<R> = TODO()

    fun <R> put(name: String, by: T.() -> R): Asked<R> = TODO()
}

fun <K, V> Asked<out Map<K, V>>.put(key: K): Asked<V> = TODO()

fun Open.mine() = 1

val <T : Open> Asked<T>.size: Asked<Int>
    get() = put(Open::mine) //= org.every.Asked#put(T.()->R) call high

/** What is named behind `::` is a function that takes so much, so that no extension is asked. */
class Named {
    fun open(of: Asked<Open>) = of.put(Open::hit) //= org.every.Asked#put(T.()->R) call high | org.every.Open#hit() method_reference high

    fun given(of: Asked<Given>) = of.put(Given::maker) //= org.every.Asked#put(T.()->R) call high

    fun key(of: Asked<Map<String, Int>>) = of.put("") //= org.every.PlatformKt#put(Asked, K) call high
}
