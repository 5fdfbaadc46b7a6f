package p;

public final class One {
    public static final One INSTANCE = new One();
    private One() { }
    public int size() { return 1; }
}
