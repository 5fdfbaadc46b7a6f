package org.user;

import java.util.ArrayList;
import java.util.List;

//? org.user.Fixed.Box#<init>(int, String...)
//? org.user.Fixed.Box#put(int, String...)
//? org.user.Fixed.Box#all(Object)

/** Type variables in sight stand for themselves: no value is one of them but what is declared so. */
class Fixed {
    static class Box<T> {
        Box(T one) {
        }

        Box(int number, String... more) {
        }

        void put(T one) {
        }

        void put(int number, String... more) {
        }

        void all(List<T> some) {
        }

        void all(Object one) {
        }

        void into(List<? super T> some) {
        }

        void into(Iterable<?> some) {
        }

        void own(T one, List<T> same, List<String> texts) {
            put(one); //= org.user.Fixed.Box#put(T) call high
            put(1); //= org.user.Fixed.Box#put(int, String...) call high
            all(same); //= org.user.Fixed.Box#all(List) call high
            all(texts); //= org.user.Fixed.Box#all(Object) call high
            new Box<>(one); //= org.user.Fixed.Box#<init>(T) new exact
            new Box<>("x"); //= org.user.Fixed.Box#<init>(T) new exact
            new Box<String>("x"); //= org.user.Fixed.Box#<init>(T) new exact
        }
    }

    static class Sub<S> extends Box<S> {
        Sub(int number) {
            super(number); //= org.user.Fixed.Box#<init>(int, String...) call exact
        }

        Sub(S one) {
            super(one); //= org.user.Fixed.Box#<init>(T) call exact
        }

        <X> void all(int number, S one, Box<S> box, Box<X> others, X other, List<X> some, Box<Integer> known) {
            box.put(number); //= org.user.Fixed.Box#put(int, String...) call high
            box.put(one); //= org.user.Fixed.Box#put(T) call high
            box.put(null); //= org.user.Fixed.Box#put(T) call high
            others.put(number); //= org.user.Fixed.Box#put(int, String...) call high
            others.put(other); //= org.user.Fixed.Box#put(T) call high
            known.put(number); //= org.user.Fixed.Box#put(T) call high
            others.all(some); //= org.user.Fixed.Box#all(List) call high
            box.all(some); //= org.user.Fixed.Box#all(Object) call high
            others.into(some); //= org.user.Fixed.Box#into(List) call high
            box.into(some); //= org.user.Fixed.Box#into(Iterable) call high
            new Box<S>(number); //= org.user.Fixed.Box#<init>(int, String...) new exact
            new Box<S>(one); //= org.user.Fixed.Box#<init>(T) new exact
            new Box<>(number); //= org.user.Fixed.Box#<init>(T) new exact
        }
    }

    static class Raw<T> {
        Raw next;

        void take(T one) {
        }

        void take(int number, String... more) {
        }

        void all() {
            next.take(1); //= org.user.Fixed.Raw#take(T) call high
            next.take(1, "x"); //= org.user.Fixed.Raw#take(int, String...) call high
        }
    }
}
