package p;

public @interface T {
    String value();
    int size() default 1;
    int given() default 2;
    String gone();
}
