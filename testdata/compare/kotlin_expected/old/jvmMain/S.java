package p;

public class S {
    public final int indexOf(String other) { return 1; }
    public final int indexOf(String other, int from) { return 1; }
}
