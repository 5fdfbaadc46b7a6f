package org.user;

/** Overloads that the one method which a reference can mean tells apart. */
class Exactly {
    interface Runs {
        void run();
    }

    interface Gives<T> {
        T give();
    }

    interface Takes<T> {
        void take(T of);
    }

    interface TakesInt {
        void take(int of);
    }

    interface Turns<A, B> {
        B turn(A of);
    }

    static class Held<V> {
        V get() {
            return null;
        }
    }

    static void nothing() {}

    static int number() {
        return 1;
    }

    static void text(String of) {}

    static void boxed(Integer of) {}

    static void run(Runs of) {}

    static <T> void run(Gives<T> of) {}

    static void turn(Gives<String> of) {}

    static void turn(Runs of) {}

    static void take(Takes<String> of) {}

    static void take(TakesInt of) {}

    static void any(Gives<?> of) {}

    static void any(Runs of) {}

    static void held(Turns<Held<String>, String> of) {}

    static void held(Turns<String, Held<String>> of, int... more) {}

    void all(Exactly other) {
        run(Exactly::nothing); //= org.user.Exactly#run(Runs) call high
        run(Exactly::number); //= org.user.Exactly#run(Gives) call high
        turn(Exactly::nothing); //= org.user.Exactly#turn(Runs) call high
        take(Exactly::text); //= org.user.Exactly#take(Takes) call high
        take(Exactly::boxed); //= org.user.Exactly#take(TakesInt) call high
        any(Exactly::number); //= org.user.Exactly#any(Gives) call high
        any(Exactly::nothing); //= org.user.Exactly#any(Runs) call high
        held(Held::get); //= org.user.Exactly#held(Turns) call high
    }

    interface OfInt<R> {
        R of(int value);
    }

    static class Boxed {
        static String shown(int of) {
            return null;
        }

        String shown() { //? org.user.Exactly.Boxed#shown()
            return null;
        }
    }

    static <R> void map(OfInt<R> of) {}

    void ofPrimitives() {
        map(Boxed::shown); //= org.user.Exactly.Boxed#shown(int) method_reference exact | org.user.Exactly#map(OfInt<R>) call high
    }
}
