package org.user;

interface Flow<T> {
    <R> Flow<R> map(Step<? super T, ? extends R> step);

    <R> Flow<R> flat(Step<? super T, ? extends Flow<? extends R>> step);

    void each(Sink<? super T> sink);

    T first();

    interface Step<A, B> {
        B apply(A from);
    }

    interface Sink<A> {
        void take(A one);
    }
}
