package p;

public final class Okio {
    private Okio() { }
    public static String blackhole() { return ""; }
    public static String gone() { return ""; }
}
