package p;

public class V {
    public static class D {}
}
