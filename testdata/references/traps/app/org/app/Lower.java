package org.app;

//? org.app.Lower.Item#name()
//? org.app.Lower.Named#name()
//? org.app.Lower#take(Item)
//? org.app.Lower#take(Object)

/** What is said to be at least a type is an object where it is read, and the type where it is given. */
class Lower {
    interface Named {
        String name();
    }

    static class Item implements Named {
        public String name() { //= org.app.Lower.Named#name() override exact
            return "";
        }
    }

    interface Holder<E> {
        E get();

        void set(E one);

        void each(Taker<? super E> taker);

        void exactly(Taker<E> taker);

        Holder<E> self();

        <A> A gather(Gatherer<? super E, A> by);
    }

    static class Bounded<E extends Named> {
        E held;

        E get() {
            return held;
        }
    }

    interface Taker<T> {
        void take(T one);

        default Taker<T> then(Taker<? super T> after) {
            return one -> {
                take(one);
                after.take(one);
            };
        }
    }

    interface Gatherer<T, A> {
    }

    interface Key<T, A> {
        A of(T one);
    }

    interface Maker<T> {
        T make();
    }

    static void take(Item item) {
    }

    static void take(Object other) {
    }

    static void each(Taker<? super Item> taker) {
    }

    static <T> T first(Holder<T> from, Taker<? super T> taker) {
        return from.get();
    }

    static <T> T last(Taker<? super T> taker, Holder<T> from) {
        return from.get();
    }

    static <T> void made(Maker<? super T> maker, T one) {
    }

    static <G, A> Gatherer<G, Holder<A>> by(Key<? super G, ? extends A> key) {
        return null;
    }

    static <G> Gatherer<G, Holder<G>> all() {
        return null;
    }

    void gather(Holder<Item> items, Holder<? super Item> holder, Key<? super Item, ? extends Item> key) {
        items.gather(by(one -> one.name())); //= org.app.Lower.Item#name() call high
        items.gather(by(one -> one)).get().name(); //= org.app.Lower.Item#name() call high
        items.gather(all()).get().name(); //= org.app.Lower.Item#name() call high
        Gatherer<? super Item, ?> own = by(one -> one.name()); //= org.app.Lower.Item#name() call high
        take(holder.gather(by(one -> one)).get()); //= org.app.Lower#take(Object) call high
        holder.set(items.get());
        items.set(key.of(items.get()));
        key.of(items.get()).name(); //= org.app.Lower.Item#name() call high
    }

    void read(Holder<? super Item> holder, Bounded<? super Item> bounded) {
        take(holder.get()); //= org.app.Lower#take(Object) call high
        take(holder.self().get()); //= org.app.Lower#take(Object) call high
        var one = holder.get();
        take(one); //= org.app.Lower#take(Object) call high
        holder.each(each -> take(each)); //= org.app.Lower#take(Object) call high
        holder.each(Lower::take); //= org.app.Lower#take(Object) method_reference exact
        holder.exactly(each -> take(each)); //= org.app.Lower#take(Object) call high
        bounded.get().name(); //= org.app.Lower.Named#name() call high
        bounded.held.name(); //= org.app.Lower.Named#name() call high
    }

    void give(Holder<? super Item> holder, Taker<? super Item> taker, Holder<Item> items, Taker<Object> objects) {
        each(one -> one.name()); //= org.app.Lower.Item#name() call high
        each(one -> take(one)); //= org.app.Lower#take(Item) call high
        each(Item::name); //= org.app.Lower.Item#name() method_reference high
        Taker<? super Item> own = one -> one.name(); //= org.app.Lower.Item#name() call high
        items.each(one -> one.name()); //= org.app.Lower.Item#name() call high
        taker.then(one -> take(one)); //= org.app.Lower#take(Object) call high
        first(items, objects).name(); //= org.app.Lower.Item#name() call high
        last(objects, items).name(); //= org.app.Lower.Item#name() call high
        first(items, one -> one.name()).name(); //= org.app.Lower.Item#name() call high | org.app.Lower.Item#name() call high
        take(first(holder, objects)); //= org.app.Lower#take(Object) call high
    }
}
