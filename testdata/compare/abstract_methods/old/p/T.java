package p;

public interface T {
    void kept();
    default void given() {}
    void filled();
    abstract class Base { public void plain() {} }
    abstract class Closed { Closed() {} }
}
