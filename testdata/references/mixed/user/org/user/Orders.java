package org.user;

import org.lib.Picked;

interface From<A, R> {
    R from(A one);
}

interface Size<A> {
    int size(A one);
}

/** What only the parameters of the first argument tell of the type variables: lambdas behind it have it. */
interface Order<T> {
    static <T, U> Order<T> by(From<? super T, ? extends U> key) { return null; }

    static <T> Order<T> bySize(Size<? super T> key) { return null; }

    static <T> Order<T> among(Iterable<? extends T> all, From<? super T, ?> key) { return null; }

    Order<T> then(From<? super T, ?> key);

    Order<T> turned();

    class Held {
        Picked picked;

        String name() { return ""; }
    }

    class Sorts {
        static String shown(Picked one) { return ""; }

        static String any(Object one) { return ""; }

        static int sized(Picked one) { return 0; }

        void all(Iterable<Picked> all, Order<Picked> known) {
            Order.by(Held::name).then(one -> { one.picked.hit(); return one; }); //= org.lib.Picked#hit() call high
            Order.by(Held::name).turned().then(one -> { one.picked.hit(); return one; }); //= org.lib.Picked#hit() call high
            Order.by(Sorts::shown).then(one -> { one.hit(); return one; }); //= org.lib.Picked#hit() call high
            Order.bySize(Sorts::sized).then(one -> { one.hit(); return one; }); //= org.lib.Picked#hit() call high
            Order.by((Picked one) -> any(one)).then(one -> { one.hit(); return one; }); //= org.lib.Picked#hit() call high
            Order.among(all, Sorts::any).then(one -> { one.hit(); return one; }); //= org.lib.Picked#hit() call high
            known = Order.by((Object one) -> any(one));
            known.then(one -> { one.hit(); return one; }); //= org.lib.Picked#hit() call high
        }
    }
}
