package p;

public record T(int a, String b) {
    public T { }
    public record Same(int a) { }
}
