package org.user;

/** What a reference makes is narrower than what is expected of it. */
class Reduces<T> {
    interface Kept<K> {
        void add(K one);

        void addAll(Kept<K> all);

        void addAll(Runnable all);
    }

    static class Own<K> implements Kept<K> {
        Own() {}

        Own(int size) {}

        public void add(K one) {} //= org.user.Reduces.Kept#add(K) override exact

        public void addAll(Kept<K> all) {} //= org.user.Reduces.Kept#addAll(Kept) override exact

        public void addAll(Runnable all) {}
    }

    <R> R reduce(Gives<R> make, Both<R, ? super T> add, Both<R, R> join) {
        return null;
    }

    Kept<Runnable> expected(Reduces<Runnable> all) {
        Own<Runnable> own = all.reduce(Own::new, (kept, one) -> kept.add(one), Own::addAll); //= org.user.Reduces.Own#add(K) call high | org.user.Reduces.Own#addAll(Kept) method_reference high
        Kept<Runnable> kept = all.reduce(Own::new, (some, one) -> some.add(() -> one.run()), Own::addAll); //= org.user.Reduces.Own#add(K) call high | org.user.Reduces.Own#addAll(Kept) method_reference high | java.lang.Runnable#run() call high
        return all.reduce(Own::new, (some, one) -> some.add(one), (some, others) -> some.addAll(others)); //= org.user.Reduces.Own#add(K) call high | org.user.Reduces.Own#addAll(Kept) call high
    }

    Kept<Runnable> wider(Reduces<Runnable> all, Kept<Runnable> given) {
        return all.reduce(() -> given, (some, one) -> some.add(one), Kept::addAll); //= org.user.Reduces.Kept#add(K) call high | org.user.Reduces.Kept#addAll(Kept) method_reference high
    }
}
