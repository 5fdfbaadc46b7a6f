package p;

public class T {
    public void sealed() {}
    public final void opened() {}
    public static void fixed() {}
    public void shared() {}
    public static final class Leaf { public void inside() {} protected void nobody() {} }
    public static class Branch { }
    public interface Way { static void made() {} }
    public static class Made { }
}
