package java.util;

public interface Map<K, V> {
    int size();
    V get(Object key);
    boolean containsKey(Object key);
    Collection<K> keySet();
    Collection<V> values();
    Collection<Map.Entry<K, V>> entrySet();
    default V computeIfAbsent(K key, java.util.function.Function<? super K, ? extends V> made) { return null; }
    interface Entry<K, V> {
        K getKey();
        V getValue();
    }
}
