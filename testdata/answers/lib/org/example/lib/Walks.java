package org.example.lib;

import static org.example.lib.Walks.Outer.Held;

/** Supertypes that are hard to follow. */
class Walks {
    /** Both extend each other: nobody compiles this, and nobody may hang on it. */
    static class Egg extends Hen {
        void crack() {}
    }

    static class Hen extends Egg {
        void cluck() {}
    }

    static class Outer<A, B> {
        static class Held {
            void held() {}
        }

        void take(A a, B[] bs) {}

        <T extends Comparable<T>> void sort(T t) {}
    }

    static class Inner<X> extends Outer<X, String> {
        class Deep extends Held {
            void deep() {}
        }

        @Override
        void take(X x, String[] strings) {}

        @Override
        <S extends Comparable<S>> void sort(S s) {}
    }

    static class Last extends Inner<Integer> {
        @Override
        void take(Integer integer, String... strings) {}

        void take(Integer integer) {}
    }

    enum Way { LEFT }
}
