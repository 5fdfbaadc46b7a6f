package kotlin.reflect

public interface KClass<T : Any>
public interface KProperty1<T, out V> { public fun get(receiver: T): V }
