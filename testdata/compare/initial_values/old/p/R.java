package p;

public record R(int a, int b) {
    public int b() {
        return 1;
    }
}
