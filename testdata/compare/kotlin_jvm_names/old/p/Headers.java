package p;

public final class Headers {
    public static Headers of(String... names) { return new Headers(); }
    public static Headers get(String text) { return new Headers(); }
    public String url() { return ""; }
}
