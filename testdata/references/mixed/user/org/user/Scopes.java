package org.user;

import java.util.List;

/** Where names end, and what stands between `<>` behind a qualified `new`. */
class Scopes {
    int held;

    void guarded(AutoCloseable of) throws Exception {
        try (var held = of) {
            held.close(); //= java.lang.AutoCloseable#close() call high
        } catch (IllegalStateException error) {
            held = 1; //= org.user.Scopes#held write high
        } finally {
            held = 2; //= org.user.Scopes#held write high
        }
    }

    void switched(Object of) {
        switch (of) {
            case Integer held:
                held.intValue(); //= java.lang.Number#intValue() call high
                int kept = 1;
                break;
            default:
                held = kept = 3; //= org.user.Scopes#held write high
        }
    }

    static class Outer {
        class Inner<Q> {
            Q one;

            Q get() {
                return one;
            }

            List<Q> all() {
                return null;
            }
        }
    }

    static class Leaf {
        void go() {
        }
    }

    void made(Outer outer) {
        outer.new Inner<Leaf>().one.go(); //= org.user.Scopes.Leaf#go() call high
        outer.new Inner<Leaf>().get().go(); //= org.user.Scopes.Leaf#go() call high
        outer.new Inner<Leaf>().all().get(0).go(); //= org.user.Scopes.Leaf#go() call high | java.util.List#get(int) call high
        var inner = outer.new Inner<Leaf>();
        inner.get().go(); //= org.user.Scopes.Leaf#go() call high
    }

    static class Floats {
        void take(float number) {
        }

        void take(double number) {
        }

        void all() {
            take(0x1p3f); //= org.user.Scopes.Floats#take(float) call high
            take(0X1P3F); //= org.user.Scopes.Floats#take(float) call high
            take(0x1p3); //= org.user.Scopes.Floats#take(double) call high
            take(.5f); //= org.user.Scopes.Floats#take(float) call high
        }
    }

    static class Chosen {
        void take(int number) {
        }

        void take(String text) {
        }

        void take(Object any) {
        }

        void all(boolean is, Object any) {
            take(is ? "x" : 1); //= org.user.Scopes.Chosen#take(Object) call high
            take(is ? 'x' : "y"); //= org.user.Scopes.Chosen#take(Object) call high
            take(is ? "x" : "y"); //= org.user.Scopes.Chosen#take(String) call high
            take(is ? "x" : null); //= org.user.Scopes.Chosen#take(String) call high
            take(is ? 1 : 2); //= org.user.Scopes.Chosen#take(int) call high
            take(is ? any : 2); //= org.user.Scopes.Chosen#take(Object) call high
        }
    }

    interface Fun<A> {
        default void apply(String text) {
        }

        void apply(A one);
    }

    static class Counted {
        int count;
    }

    Fun<Counted> counting() {
        return one -> one.count++; //= org.user.Scopes.Counted#count write high
    }

    static class Bounded<T> {
        <U extends T> void one(U value) {
        }
    }

    static class OfTexts extends Bounded<String> {
        @Override
        <U extends String> void one(U value) { //= org.user.Scopes.Bounded#one(U) override exact
        }
    }
}
