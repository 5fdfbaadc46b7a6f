package p;

public final class Gone {
    public int size() { return 1; }
}
