package p;

public class T {
    static int a;
    static { a = 1; }
    public void m() { int static_ = 1; }
    public static class Same { static int b; static { /* one */ b = 1; } }
    public static class Gone { static { System.out.println(); } }
    public static class Moved { static { a = 5; } int c; }
    static class Hidden { static { a = 2; } }
}
