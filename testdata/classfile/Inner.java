package org.example.inner;

import java.util.List;

/** Classes that have the type parameters of those around them. */
public class Inner<K, V> {
    /** Half a character, between whole ones. */
    public static final String HALF = "a\ud83d\"\ud83d\ude00$";

    public class Entry<E> {
        public K key;

        public Entry<E> itself() {
            return this;
        }

        public class Deep {
            public Deep next;
            public Inner<K, V>.Entry<String>.Deep other;
        }

        public Deep deep() {
            return null;
        }
    }

    public class Plain {
        public K key;
    }

    public Plain plain;
    public Entry<String> own;
    public Inner<V, K>.Entry<K> swapped;
    public List<Inner<String, V>.Plain> some;

    public <T> Inner<T, V>.Plain other(T key) {
        return null;
    }

    /** Its K is another one. */
    public <K> Inner<K, V>.Plain hidden(K key) {
        return null;
    }

    public static <A, B> Inner<A, B>.Entry<A> of(A key, B value) {
        return null;
    }

    public static class Node<K, V> {
        public Inner<K, V>.Plain plain;

        public class Itr {
            public Itr next;
            public Node<K, K>.Itr other;
        }

        public Itr iterator() {
            return null;
        }
    }

    public class Shadow<K> {
        public Inner<K, V>.Plain plain;
        public Plain outers;
    }
}
