package p

class Logger
class Tx

context(log: Tx) fun changed() {}
context(log: Logger) fun gained() {}
fun lost() {}
context(log: Logger) fun oneLost() {}
context(logger: Logger) fun renamed() {}
context(log: Logger) fun same(x: List<Tx>): Int = 1
fun written(log: Logger, x: Int) {}
context(tx: Tx) fun received(x: Int) {}
context(logs: List<T>) fun <T : Any> generic(one: T): T = one
context(log: Tx) val level: Int get() = 1
context(log: Logger) val size: Int get() = 2
context(log: Logger) val depth: Int get() = 1
context(log: Logger) @JvmOverloads fun filled(a: Int, b: Int) {}
class Store {
    context(log: Tx) fun member(x: Int) {}
    context(log: Logger) fun moved(x: Int) {}
}
