package p;

public @interface A {
    int[] numbers() default {1,2};

    Class<?> type() default Object.class;

    String[] one() default "a";

    int other() default 1;

    Class<?> others() default Object.class;
}
