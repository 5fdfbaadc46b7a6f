package p;

public class T {
    public static class Gone { public Gone(int a) {} }
    public static class Implied { }
    public static class Closed { }
    public class Inner { public Inner() {} }
}
