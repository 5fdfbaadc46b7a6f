package kotlin.collections

public interface Iterable<out T>
public interface Collection<out E> : Iterable<E>
public interface MutableCollection<E> : Collection<E>
public interface List<out E> : Collection<E>
public interface MutableList<E> : List<E>, MutableCollection<E>
public interface Map<K, out V> {
    public interface Entry<out K, out V>
}
public abstract class AbstractList<out E> : List<E> {
    internal companion object {
        internal fun checkIndex(index: Int, size: Int) {}
    }
}
public operator fun <T> MutableCollection<in T>.plusAssign(element: T) {}
public fun <T> grown(): MutableList<T> = TODO()
@OverloadResolutionByLambdaReturnType public fun <T> Iterable<T>.total(selector: (T) -> Long): Long = 0
@OverloadResolutionByLambdaReturnType public fun <T> Iterable<T>.total(selector: (T) -> Int): Int = 0
@OverloadResolutionByLambdaReturnType public fun <T, R : Comparable<R>> Iterable<T>.mostOf(selector: (T) -> Double): Double = 0.0
@OverloadResolutionByLambdaReturnType public fun <T, R : Comparable<R>> Iterable<T>.mostOf(selector: (T) -> R): R = TODO()
