// names: Logger, Tx, log, tx, level, id, Raise, E
package kc

interface Logger { val level: Int; fun log() }
class Tx(val id: Int)
interface Raise<in A>
class E

context(logger: Logger)
fun one(k: Int): Int {
    logger.log()
    return logger.level
}

context(_: Logger, tx: Tx)
fun two(): Int = tx.id + one(2)

context(raise: Raise<E>) @Deprecated("")
private fun <E> bound(e: E) = raise

context(logger: Logger)
val String.lvl: Int get() = logger.level

class Fn {
    context(l: Logger) fun member(k: Int) = l.level + k
    context(l: Logger) val p: Int get() = l.level
    context(l: Logger) private var q: Int
        get() = l.level
        set(value) { l.log() }
    fun without(l: Int) = l
}

fun taken(block: context(Logger, kc.Tx) (a: Int) -> Int, other: (context(tx: Tx) String.() -> Unit)?) {}

context(Logger)
fun old() { log() }

context(Logger, Map<String, (Tx) -> Tx>)
class Old { fun f() = 1 }

context(a: context(Tx) () -> Unit)
fun nested() {}

fun context(a: Any, b: () -> Unit) = b()
fun called(tx: Tx) = context(tx) { tx.id }
