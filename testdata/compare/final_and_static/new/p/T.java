package p;

public class T {
    public final void sealed() {}
    public void opened() {}
    public static final void fixed() {}
    public static void shared() {}
    public static final class Leaf { public final void inside() {} }
    public static final class Branch { }
    public abstract static class Made { }
    public interface Way { void made(); }
}
