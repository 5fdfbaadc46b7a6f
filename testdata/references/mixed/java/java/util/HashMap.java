package java.util;

public class HashMap<K, V> implements Map<K, V> {
    public HashMap() {}
    public Collection<K> keySet() { return null; } //= java.util.Map#keySet() override exact
    public static class Node<K, V> implements Map.Entry<K, V> {
        public K getKey() { return null; } //= java.util.Map.Entry#getKey() override exact
        public V getValue() { return null; } //= java.util.Map.Entry#getValue() override exact
    }
}
