package org.user;

//? java.lang.AutoCloseable#close()

/** What is of several types has what each of them has. */
class Together {
    interface Starts {
        void start();
    }

    interface Stops<T> {
        void stop(T of);
    }

    interface Marks {}

    interface Steps<S extends Steps<S>> {
        S step();
    }

    static class Other {
        void stop(Together of) {}
    }

    void cast(Object of, Together own) {
        ((Starts & Stops<Together>) of).start(); //= org.user.Together.Starts#start() call high
        ((Starts & Stops<Together>) of).stop(own); //= org.user.Together.Stops#stop(T) call high
        var both = (Marks & Starts) of;
        both.start(); //= org.user.Together.Starts#start() call high
        take((Marks & Starts) of); //= org.user.Together#take(Starts) call high
        ((Marks & Steps<?>) of).step(); //= org.user.Together.Steps#step() call high
        Object later = (Marks & Stops<Together>) one -> one.cast(of, own); //= org.user.Together#cast(Object, Together) call high
    }

    static void take(Starts of) {}

    static void take(Stops<Together> of) {}

    <X extends Comparable<X> & AutoCloseable> void close(X of) throws Exception {
        of.close(); //= java.lang.AutoCloseable#close() call high
    }

    <Y extends Comparable<Y> & Runnable> void run(Y of) {
        of.run(); //= java.lang.Runnable#run() call high
    }

    <A extends Comparable<B> & Runnable, B extends Comparable<A> & AutoCloseable> void each(A one, B two) throws Exception {
        one.run(); //= java.lang.Runnable#run() call high
        two.close(); //= java.lang.AutoCloseable#close() call high
    }

    <S extends Steps<S> & Runnable> void steps(S of) {
        of.step().step().step().step().step().step().step().step().step().step().step().step().run(); //= java.lang.Runnable#run() call high | org.user.Together.Steps#step() call high
    }

    static class Holds<S extends Steps<S> & Runnable> {
        S own;

        void steps() {
            own.step().step().step().run(); //= java.lang.Runnable#run() call high | org.user.Together.Steps#step() call high
        }
    }
}
