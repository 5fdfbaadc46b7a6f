package p;

public class T {
    protected int shown;
    protected static int shared;
    protected int method() { return 1; }
}
