package p;

public interface T {
    void kept();
    void required();
    default void offered() {}
    static void helper() {}
    void given();
    default void filled() {}
    abstract class Base { public abstract void plain(); public abstract void more(); }
    abstract class Closed { Closed() {} public abstract void more(); }
}
