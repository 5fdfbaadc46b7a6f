package p;

public class T {
    public int typed;
    public java.util.List<String> generic;
    public int made;
    public static int shared;
    public final int open = 1;
    public volatile int seen;
    public int gone;
}
