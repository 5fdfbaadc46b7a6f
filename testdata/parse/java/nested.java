package org.example;

public class Outer {
    class Inner {
        class Deep<T> {
            Deep(Outer Outer.Inner.this) {}
            enum E { A }
            interface I { record R(int a) {} }
        }
        void receive(Outer.Inner this, int a) {}
    }

    static abstract class Generic<A, B extends Number & Comparable<B>> extends Outer.Inner.Deep<A> implements I<A>, java.util.Map.Entry<A, B[]> {
        <T extends Exception> Generic(T t) throws T {}
        abstract <T> java.util.Map<String, ? extends T> map(T[] in, int[][] grid, A... rest);
    }
}
