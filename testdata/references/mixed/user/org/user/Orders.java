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

interface Join<A> {
    A join(A one, A other);
}

interface Make<A> {
    A make();
}

interface Into<T, R> {}

class Kept<K, V> {
    V first() { return null; }
}

class Sorted<V, K> extends Kept<K, V> {
    Sorted() {}

    Sorted(Order<? super K> order) {}

    Sorted(Join<V> join) {}

    K key() { return null; }
}

/** What lambdas, references to constructors and bounds tell of the type variables of other arguments. */
class Collects {
    static <T, R> R run(Iterable<T> all, Into<? super T, R> into) { return null; }

    static <T, K, U, M extends Kept<K, U>> Into<T, M> into(
            From<? super T, ? extends K> key, From<? super T, ? extends U> value, Join<U> join, Make<M> make) {
        return null;
    }

    void all(Iterable<Picked> all, Iterable<Order.Held> held) {
        run(all, into(Order.Sorts::shown, one -> one, (one, other) -> {
            one.hit(); //= org.lib.Picked#hit() call high
            return other;
        }, Sorted::new)).first().hit(); //= org.lib.Picked#hit() call high
        run(held, into(one -> one.picked, Order.Held::name, (one, other) -> other, Sorted::new)).key().hit(); //= org.lib.Picked#hit() call high
        run(held, into(one -> one, one -> one.picked, (one, other) -> {
            one.hit(); //= org.lib.Picked#hit() call high
            return other;
        }, () -> new Kept<>()));
        new Sorted<Picked, String>((one, other) -> { one.hit(); return other; }); //= org.lib.Picked#hit() call high
        new Sorted<>(Order.by(Order.Sorts::shown)).key().hit(); //= org.lib.Picked#hit() call high
    }
}
