package p;

public class T {
    public int shown;
    public static int shared;
    public int method() { return 1; }
}
