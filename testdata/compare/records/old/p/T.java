package p;

public record T(int a, String b) {
    public record Same(int a) { }
}
