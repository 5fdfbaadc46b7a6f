package a;

public class B {
    public static class N {}
}
