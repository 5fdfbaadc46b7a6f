package x;

public class Q {
    public static class S {
        public static class N {}
    }
}
