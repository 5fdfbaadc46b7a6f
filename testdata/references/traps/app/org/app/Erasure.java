package org.app;

import java.util.Date;
import java.util.List;

//? org.app.Erasure.Converter#convert(E)
//? org.app.Erasure.Converter#both(E, int)

/** Parameters of a supertype that are type variables: what they stand for, or their erasure, is overridden and nothing else. */
class Erasure {
    interface Converter<E> {
        String convert(E one);

        String both(E one, int number);
    }

    static abstract class OfAll<E> implements Converter<E> {
        public String convert(Date date) {
            return "";
        }

        public String convert(List<E> all) {
            return "";
        }

        public String convert(Object one) { //= org.app.Erasure.Converter#convert(E) override high
            return "";
        }

        public String both(String one, int number) {
            return "";
        }
    }

    static abstract class OfVariable<T, S extends T> implements Converter<S> {
        public String convert(S one) { //= org.app.Erasure.Converter#convert(E) override exact
            return "";
        }

        public String both(Date one, int number) {
            return "";
        }
    }

    static class OfDates implements Converter<Date> {
        public String convert(Date one) { //= org.app.Erasure.Converter#convert(E) override exact
            return "";
        }

        public String convert(Integer one) {
            return "";
        }

        public String both(Date one, int number) { //= org.app.Erasure.Converter#both(E, int) override exact
            return "";
        }
    }

    @SuppressWarnings("rawtypes")
    static class Raw implements Converter {
        public String convert(Object one) { //= org.app.Erasure.Converter#convert(E) override exact
            return "";
        }

        public String convert(Integer one) {
            return "";
        }

        public String both(Object one, int number) { //= org.app.Erasure.Converter#both(E, int) override exact
            return "";
        }
    }
}
