package p

class Logger
class Tx

context(log: Logger) fun changed() {}
fun gained() {}
context(log: Logger) fun lost() {}
context(log: Logger, tx: Tx) fun oneLost() {}
context(log: Logger) fun renamed() {}
context(log: Logger) fun same(x: List<Tx>): Int = 1
context(log: Logger) fun written(x: Int) {}
fun Tx.received(x: Int) {}
context(logs: List<T>) fun <T> generic(one: T): T = one
context(log: Logger) val level: Int get() = 1
context(log: Logger) val size: Int get() = 1
val depth: Int get() = 1
context(log: Logger) @JvmOverloads fun filled(a: Int, b: Int = 1) {}
class Store {
    context(log: Logger) fun member(x: Int) {}
    context(log: Logger) fun moved(x: Int) {}
}
