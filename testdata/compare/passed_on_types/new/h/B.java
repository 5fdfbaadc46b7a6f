package h;

public class B extends A {
    static class M {}
}
