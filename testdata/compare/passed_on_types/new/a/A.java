package a;

public class A {
    static class N {}
}
