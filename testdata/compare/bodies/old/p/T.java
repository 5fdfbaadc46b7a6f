package p;

public class T {
    public static final int LIMIT = 7;
    public static final T ONE = new T();
    public int same() { return 1 + 2; }
    public int other() { return 1; }
    public int signature(int a) { return a; }
}
