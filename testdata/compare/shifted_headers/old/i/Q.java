package i;

public class Q {
    public static class S {}
}
