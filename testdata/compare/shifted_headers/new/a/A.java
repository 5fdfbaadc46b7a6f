package a;

public class A {
    public static class N {}
}
