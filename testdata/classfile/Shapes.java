package org.example.shapes;

import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** What a class file can hold: compiled into the JAR beside this file by `make`. */
@Shapes.Marked(value = "a\"b*/\n\u2028", numbers = {1, -2}, kind = Shapes.Kind.SECOND, of = Map.Entry.class, nested = @Deprecated)
public abstract class Shapes<K extends Comparable<? super K>, V> implements Serializable {
    public static final int LIMIT = 7;
    public static final long BIG = Long.MIN_VALUE;
    public static final char QUOTE = '\'';
    public static final boolean ON = true;
    public static final double NOTHING = Double.NaN;
    public static final java.lang.String TEXT = "*/ } class Evil { \u0000\\u0022";
    static final Object MADE = new Object();
    protected transient volatile Map<K, List<? extends V>>[] tables;

    protected Shapes() throws IOException {}

    @Deprecated
    public final synchronized <T, X extends Exception> T each(Function<? super K, T[]> function, V... values) throws X {
        class Local {}
        return function.apply(null)[0];
    }

    public abstract Inner inner(Map.Entry<K, V> entry, long wide, int after);

    static native void there();

    public class Inner {
        final int number;

        public Inner(int number, @Deprecated List<K> keys) {
            this.number = number;
        }

        class Innermost {
            Runnable run = () -> System.out.println(number);
        }
    }

    static class Plain {
        private static class Hidden {
            private Hidden() {}
        }

        Object made = new Hidden();
    }

    public enum Kind implements Function<java.lang.String, Integer> {
        FIRST,
        @Deprecated
        SECOND {
            @Override
            public Integer apply(java.lang.String text) {
                return 2;
            }
        };

        Kind() {}

        @Override
        public Integer apply(java.lang.String text) {
            return 1;
        }
    }

    public sealed interface Shape permits Circle, Square {
        double PI = 3.14;

        double area();

        default java.lang.String name() {
            return helped();
        }

        static Shape of() {
            return null;
        }

        private java.lang.String helped() {
            return "";
        }
    }

    public record Circle(double radius, @Deprecated List<java.lang.String>... names) implements Shape {
        @Override
        public double area() {
            return radius;
        }

        public static Circle of() {
            return null;
        }
    }

    public static final class Square implements Shape {
        @Override
        public double area() {
            return 1;
        }
    }

    public @interface Marked {
        java.lang.String value();

        int[] numbers() default {};

        Kind kind() default Kind.FIRST;

        Class<?> of() default void.class;

        Deprecated nested() default @Deprecated(since = "1");
    }
}

class Beside {
    String String;
    org.example.shapes.String own;
}

class String {}
