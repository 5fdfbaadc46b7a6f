package org.example.annotated;

import java.lang.annotation.ElementType;
import java.lang.annotation.Target;
import java.util.Map;

/** Annotations of types, in places where they are easily mistaken for those of declarations. */
public class Annotated<T> {
    @Target(ElementType.TYPE_USE)
    public @interface N {}

    @Target(ElementType.MODULE)
    public @interface Marked {
        String value();
    }

    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
    public @interface Spread {
        String value();
    }

    @Target(ElementType.METHOD)
    public @interface Read {}

    @Target({ElementType.TYPE_USE, ElementType.METHOD, ElementType.PARAMETER})
    public @interface Both {}

    /** Annotations that may not stand at a component itself. */
    public record Noted(@Spread("one") int first, @Deprecated String second, @Read long third, @N Object fourth) {
        @Deprecated
        public Noted {}
    }

    public static final float NOT_A_NUMBER = Float.NaN;
    public static final float ABOVE = Float.POSITIVE_INFINITY;
    public static final double BELOW = Double.NEGATIVE_INFINITY;

    public @N String plain;
    public Map.@N Entry<String, T> entry;
    public Map.Entry<String, T> @N [] entries;
    public java.sql.@N Date date;
    public java.util.@N Date other;

    public Map.@N Entry<String, T> entry(Map.@N Entry<String, T> one, @N String text) {
        return one;
    }

    public @Both String @Both [] both(@Both String @Both [] texts, @Both String one, @Both String @Both ... rest) {
        return texts;
    }
}
