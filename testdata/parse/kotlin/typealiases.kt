package zoo

/** A table. */
public typealias Table<K, V> = Map<K, List<V>>
internal typealias Handler<T> = suspend (T, Int) -> Unit
typealias Nullable = java.util.Map.Entry<String, Int>?
typealias Receiver = String.(Int) -> Boolean
@Deprecated("x") actual typealias Lock = java.util.concurrent.locks.ReentrantLock

class Holder {
    typealias Nested = List<String>
}
