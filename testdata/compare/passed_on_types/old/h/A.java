package h;

public class A {
    public static class M {}
}
