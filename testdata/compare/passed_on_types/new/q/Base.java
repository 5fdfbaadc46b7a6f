package q;

public class Base {
    public static class N {}
}
