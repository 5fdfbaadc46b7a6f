package kotlin.collections

public interface Iterable<out T>
public interface Iterator<out T> {
    public operator fun next(): T
    public operator fun hasNext(): Boolean
}
public interface Collection<out E> : Iterable<E> {
    public val size: Int
    public operator fun contains(element: @UnsafeVariance E): Boolean
}
public interface MutableCollection<E> : Collection<E> {
    public fun remove(element: E): Boolean
}
public interface List<out E> : Collection<E> {
    override val size: Int //= java.util.Collection#size() override exact
    public operator fun get(index: Int): E
    public fun indexOf(element: @UnsafeVariance E): Int
}
public interface MutableList<E> : List<E>, MutableCollection<E> {
    override fun remove(element: E): Boolean //= java.util.Collection#remove(Object) override exact
    public operator fun set(index: Int, element: E): E
    public fun removeAt(index: Int): E
}
public interface Map<K, out V> {
    public val size: Int
    public operator fun get(key: K): V?
    public fun containsKey(key: K): Boolean
    public val keys: Collection<K>
    public val values: Collection<V>
    public val entries: Collection<Map.Entry<K, V>>
    public interface Entry<out K, out V> {
        public val key: K
        public val value: V
    }
}
public interface MutableMap<K, V> : Map<K, V>
public abstract class AbstractList<out E> : List<E> {
    internal companion object {
        internal fun checkIndex(index: Int, size: Int) {}
    }
}
public operator fun <T> MutableCollection<in T>.plusAssign(element: T) {}
@kotlin.internal.HidesMembers public fun <T> Iterable<T>.forEach(action: (T) -> Unit): Unit {}
public fun <T> grown(): MutableList<T> = TODO()
@OverloadResolutionByLambdaReturnType public fun <T> Iterable<T>.total(selector: (T) -> Long): Long = 0
@OverloadResolutionByLambdaReturnType public fun <T> Iterable<T>.total(selector: (T) -> Int): Int = 0
@OverloadResolutionByLambdaReturnType public fun <T, R : Comparable<R>> Iterable<T>.mostOf(selector: (T) -> Double): Double = 0.0
@OverloadResolutionByLambdaReturnType public fun <T, R : Comparable<R>> Iterable<T>.mostOf(selector: (T) -> R): R = TODO()
