package org.lib

class Built(val next: Built?) {
    fun hit() = 1
}

class Brick {
    fun hit() = 2

    fun put(one: Built) {}
}

interface Sink<in T> {
    fun put(value: T)

    fun put(times: Int, value: T)

    fun all(values: Source<T>)
}

interface Source<out T> {
    fun get(): T
}

interface Entries<K, V> {
    fun put(key: K, value: V)
}

interface Read<K, V> {
    fun value(): V
}

class Runs : () -> Built? {
    override fun invoke(): Built? = null
}

fun <T> made(block: Sink<T>.() -> Unit): Source<T> = TODO()

fun <K, V> paired(size: Int = 0, block: Entries<K, V>.(Int) -> Unit): Read<K, V> = TODO()

fun <T> Brick.within(block: Brick.() -> T): T = block()

fun <T : Any> follow(seed: T?, next: (T) -> T?): Source<T> = TODO()

fun <T : Any> follow(seed: () -> T?, next: (T) -> T?): Source<T> = TODO()

/** Type variables that only what a lambda does with its receiver tells, and overloads that take functions. */
class Builders {
    fun all(one: Built, brick: Brick, many: Source<Built>, runs: Runs) {
        made { put(one) }.get().hit() //= org.lib.Built#hit() call high
        made { this.put(one) }.get().hit() //= org.lib.Built#hit() call high
        made { put(1, one) }.get().hit() //= org.lib.Built#hit() call high
        made { all(many) }.get().hit() //= org.lib.Built#hit() call high
        made { if (one.next == null) put(one) else put(one.next) }.get().hit() //= org.lib.Built#hit() call high
        made<Brick> { put(brick) }.get().hit() //= org.lib.Brick#hit() call high
        val stated: Source<Brick> = made { put(brick) }
        stated.get().hit() //= org.lib.Brick#hit() call high
        made { brick.within { put(one) }; put(brick) }.get().hit() //= org.lib.Brick#hit() call high
        paired { put(it, one) }.value().hit() //= org.lib.Built#hit() call high
        paired(1) { put("", brick) }.value().hit() //= org.lib.Brick#hit() call high
        follow(one) { it.next }.get().hit() //= org.lib.Built#hit() call high
        follow(one.next) { it.next }.get().hit() //= org.lib.Built#hit() call high
        follow({ one.next }) { it.next }.get().hit() //= org.lib.Built#hit() call high
    }
}
