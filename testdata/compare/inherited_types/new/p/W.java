package p;

public class W {
    public static class F {}
}
