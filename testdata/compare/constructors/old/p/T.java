package p;

public class T {
    public static class Gone { public Gone(int a) {} }
    public static class Implied { }
    public static class Closed { }
    public class Inner { public Inner() {} }
    public abstract static class Below { public Below() {} public Below(int a) {} }
}
