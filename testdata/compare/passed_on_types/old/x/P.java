package x;

public class P {
    public static class S {
        public static class N {}
    }
}
