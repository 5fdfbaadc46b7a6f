package p;

public @interface A {
    int[] numbers() default { 1, 2, };

    Class<?> type() default java.lang.Object.class;

    String[] one() default {"a"};

    int other() default 2;

    Class<?> others() default String.class;
}
