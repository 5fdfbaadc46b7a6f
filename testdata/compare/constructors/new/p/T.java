package p;

public class T {
    public static class Gone { }
    public static class Implied { public Implied() {} }
    public static class Closed { private Closed() {} }
    public static class Inner { public Inner() {} }
    public abstract static class Below { protected Below() {} Below(int a) {} }
}
