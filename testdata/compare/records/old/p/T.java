package p;

public record T(int a, String b) {
    public T { }
    public record Given(int a) { @Override public String toString() { return ""; } }
    public record Same(int a) { }
}
