package p;

public class T {
    public long typed;
    public java.util.List<Integer> generic;
    public final int made = 1;
    public int shared;
    public int open = 1;
    public int seen;
    public int fresh;
}
