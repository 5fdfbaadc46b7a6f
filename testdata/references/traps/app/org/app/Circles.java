package org.app;

/** Bounds that lead back to each other, in more ways than can be gone. */
public class Circles {
    interface Chain<S extends Chain<?, ?, ?>, T extends Chain<?, ?, ?>, U extends Chain<?, ?, ?>> {
        void pull(); //? org.app.Circles.Chain#pull()

        S next();
    }

    static class Knot<S extends Knot<?, ?> & Chain<?, ?, ?>, T extends Knot<?, ?>> {
        Chain<?, ?, ?> chain;
    }

    void use(Chain<?, ?, ?> chain, Knot<?, ?> knot) {
        chain.pull(); //= org.app.Circles.Chain#pull() call high
        chain.next().pull(); //= org.app.Circles.Chain#pull() call high
        knot.chain.pull(); //= org.app.Circles.Chain#pull() call high
    }

    static<T extends Chain<?, ?, ?>> T made(T of) {
        return of;
    }

    void unspaced(Chain<?, ?, ?> chain) {
        made(chain).pull(); //= org.app.Circles.Chain#pull() call high
    }
}
