package p;

public class T {
    public static class ToInterface { }
    public interface ToClass { }
    public enum ToPlain { A }
    public static final class ToRecord { private final int a; public ToRecord(int a) { this.a = a; } public int a() { return a; } }
    public static class Gone { public static class Inside {} }
}
