package odd;

/** Its variables have bounds. */
abstract class Bounded<K extends Comparable<K>, V> {
    abstract V get(K key);

    void over(int x) { }

    void over(int[] xs) { }

    <T extends Number & Runnable> void over(T x, java.util.Map<K, ? super T> map) { }
}
