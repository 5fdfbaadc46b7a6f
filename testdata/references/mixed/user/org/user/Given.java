package org.user;

import java.util.List;
import org.lib.Kitten;
import org.lib.Puppy;

/** Overloads that what a lambda gives tells apart, or the arguments of a type. */
class Given {
    interface ToInt<A> {
        int turn(A of);
    }

    interface ToLong<A> {
        long turn(A of);
    }

    interface ToText<A> {
        String turn(A of);
    }

    interface Calls<A> {
        A call() throws Exception;
    }

    static <A> void number(ToInt<A> of) {}

    static <A> void number(ToLong<A> of) {}

    static void text(ToInt<String> of) {}

    static void text(ToText<String> of) {}

    static void taken(ToText<String> of) {}

    static void taken(ToInt<Kitten> of) {}

    static void run(Runnable of) {}

    static <A> void run(Calls<A> of) {}

    static void of(List<Puppy> of) {}

    static void of(Object of) {}

    static void any(List<? super Puppy> of) {}

    static void any(Object of) {}

    void lambdas(boolean is) {
        number((String of) -> 1); //= org.user.Given#number(ToInt) call high
        number((String of) -> 1L); //= org.user.Given#number(ToLong) call high
        number((String of) -> { return is ? 1L : 2; }); //= org.user.Given#number(ToLong) call high
        text((String of) -> "a"); //= org.user.Given#text(ToText) call high
        text((String of) -> 'a'); //= org.user.Given#text(ToInt) call high
        taken((String of) -> null); //= org.user.Given#taken(ToText) call high
        taken((Kitten of) -> 1); //= org.user.Given#taken(ToInt) call high
    }

    void loops(boolean is) {
        run(() -> { while (true); }); //= org.user.Given#run(Calls) call high
        run(() -> { for (;;) { if (is) continue; } }); //= org.user.Given#run(Calls) call high
        run(() -> { do { switch (1) { default: break; } } while (true); }); //= org.user.Given#run(Calls) call high
        run(() -> { if (is) { throw new Exception(); } else { throw new RuntimeException(); } }); //= org.user.Given#run(Calls) call high
        run(() -> { try { throw new Exception(); } finally { } }); //= org.user.Given#run(Calls) call high
        run(() -> { while (true) { if (is) break; } }); //= org.user.Given#run(Runnable) call high
        run(() -> { out: while (true) { for (;;) { break out; } } }); //= org.user.Given#run(Runnable) call high
        run(() -> { while (is); }); //= org.user.Given#run(Runnable) call high
        run(() -> { try { throw new Exception(); } catch (Exception e) { } }); //= org.user.Given#run(Runnable) call high
    }

    void arguments(List<Puppy> puppies, List<Kitten> kittens, List<?> some, List raw, List<Object> objects) {
        of(puppies); //= org.user.Given#of(List) call high
        of(kittens); //= org.user.Given#of(Object) call high
        of(raw); //= org.user.Given#of(List) call high
        any(objects); //= org.user.Given#any(List) call high
        any(kittens); //= org.user.Given#any(Object) call high
    }
}
