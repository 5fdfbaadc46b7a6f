package p;

public class W {
    static class B {}

    public static class F {}
}
