package java.util;

public interface Map<K, V> {
    interface Entry<K, V> {}
}
