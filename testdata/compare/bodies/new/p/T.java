package p;

public class T {
    public static final int LIMIT = 8;
    public static final T ONE = new T( /* the same */ );

    /** Documented now. */
    public int same() {
        return 1
            + 2; // a comment
    }
    public int other() { return 2; }
    public long signature(int a) { return a + 1; }
}
