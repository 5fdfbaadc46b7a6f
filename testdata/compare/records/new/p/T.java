package p;

public record T(int a, String b, long c) {
    public T { }
    public record Given(int a) { @Override public int hashCode() { return a; } }
    public record Same(int a) { public Same { } public int a() { return a; } }
}
