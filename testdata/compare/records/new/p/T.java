package p;

public record T(int a, String b, long c) {
    public T { }
    public record Same(int a) { public Same { } public int a() { return a; } }
}
