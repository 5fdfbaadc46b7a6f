package p;

public @interface T {
    String[] value();
    int size() default 3;
    int given();
    String fresh();
    String offered() default "";
}
