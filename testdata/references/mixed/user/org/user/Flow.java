package org.user;

interface Flow<T> {
    <R> Flow<R> map(Step<? super T, ? extends R> step);

    <R> Flow<R> flat(Step<? super T, ? extends Flow<? extends R>> step);

    void each(Sink<? super T> sink);

    <G> G into(Gather<? super T, ?, G> gather);

    T first();

    interface Step<A, B> {
        B apply(A from);
    }

    interface Sink<A> {
        void take(A one);
    }

    interface Source<A> {
        A get();
    }

    interface Both<A, B> {
        void take(A one, B other);
    }

    class Gather<T, A, R> {
        Gather(Source<A> made, Both<A, T> put, Step<A, R> end) {}

        static <T, R> Gather<T, R, R> of(Source<R> made, Both<R, T> put, Sink<R> end) {
            return null;
        }
    }
}
