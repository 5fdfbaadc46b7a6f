package p;

public class T {
    static int a;
    public void m() { int static_ = 1; }
    static {
        a = 2;
    }
    public static class Same { static int b; static { b = 1; } }
    public static class Gone { }
    public static class Moved { int c; static { a = 5; } }
    static class Hidden { static { a = 3; } }
}
