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
