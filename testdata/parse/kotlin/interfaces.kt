package zoo

interface Named {
    val name: String
    fun greet(): String = "hi"
    interface Nested
}

fun interface Visitor<in T> : Named, Comparable<Visitor<T>> {
    fun visit(item: T)
}

public sealed interface Result

@FunctionalInterface
internal fun interface Callback { fun call() }
