package org.app;

import java.util.List;

//? org.app.Bounds.Runner#run()
//? org.app.Bounds.Walker#walk()
//? org.app.Bounds#take(Runner)
//? org.app.Bounds#take(Object)
//? org.app.Bounds.Chain#end()
//? org.app.Bounds.Other#end()

/** A type variable has what each of its bounds has. */
class Bounds<T extends Bounds.Walker & Bounds.Runner> {
    interface Walker {
        void walk();
    }

    interface Runner {
        void run();
    }

    T one;

    static void take(Runner runner) {
    }

    static void take(Object other) {
    }

    void all() {
        one.walk(); //= org.app.Bounds.Walker#walk() call high
        one.run(); //= org.app.Bounds.Runner#run() call high
        take(one); //= org.app.Bounds#take(Runner) call high
    }

    <V extends Object & Runner, W extends V> void each(V own, List<V> all, W narrow) {
        own.run(); //= org.app.Bounds.Runner#run() call high
        narrow.run(); //= org.app.Bounds.Runner#run() call high
        take(narrow); //= org.app.Bounds#take(Runner) call high
    }

    static <S extends Walker & Runner> S made() {
        return null;
    }

    static void chained() {
        made().run(); //= org.app.Bounds.Runner#run() call high
    }

    static class Chain {
        Chain step() {
            return this;
        }

        void end() {
        }
    }

    static class Other {
        Other step() {
            return this;
        }

        void end() {
        }
    }

    static void longest(Chain first, Other second) {
        first.step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().end(); //= org.app.Bounds.Chain#end() call high
        second.step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().step().end(); //= org.app.Bounds.Other#end() call high
    }

    /** Bound by a variable that is declared behind it. */
    static class Late<A extends B, B extends C, C extends Runner & Walker> {
        A first;

        void all(A one, Late<?, ?, ?> any, @SuppressWarnings("rawtypes") Late raw) {
            one.run(); //= org.app.Bounds.Runner#run() call high
            one.walk(); //= org.app.Bounds.Walker#walk() call high
            first.run(); //= org.app.Bounds.Runner#run() call high
            any.first.run(); //= org.app.Bounds.Runner#run() call high
            raw.first.run(); //= org.app.Bounds.Runner#run() call high
            take(one); //= org.app.Bounds#take(Runner) call high
        }

        <M extends N, N extends A> M most() {
            return null;
        }
    }

    static void late(Late<Two, Two, Two> of) {
        of.most().run(); //= org.app.Bounds.Runner#run() call high
    }

    interface Two extends Runner, Walker {
    }
}
