package org.example;

import static java.lang.annotation.ElementType.TYPE;
import java.lang.annotation.*;

/** Marks a thing. */
@Target({TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface Mark {
    /** The name. */
    String value() default "a  b";

    int[] sizes() default {1, 2};

    Class<?> type() default Object.class;

    Nested nested() default @Nested("x");

    String block() default """
        one
          two""";

    long LIMIT = 3L;

    @interface Nested { String value(); }

    enum Kind { A }
}
