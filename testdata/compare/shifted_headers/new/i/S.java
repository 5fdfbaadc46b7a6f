package i;

public class S {
    public static class N {}
}
