package p;

public class T {
    public static class ToInterface { }
    public interface ToClass { }
    public enum ToPlain { A }
    public static final class ToRecord { private final int a; public ToRecord(int a) { this.a = a; } public int a() { return a; } }
    public static class ToOpenRecord {
        public final int a;
        public ToOpenRecord(int a) { this.a = a; }
        @Override public boolean equals(Object other) { return other == this; }
        @Override public int hashCode() { return a; }
        @Override public String toString() { return ""; }
    }
    public class ToStatic { public ToStatic(int a) { } }
    public abstract static class ToEnum {
        public static final ToEnum A = null;
        ToEnum() { }
        public static ToEnum[] values() { return new ToEnum[] { A }; }
        public static ToEnum valueOf(String name) { return A; }
    }
    public static class Gone { public static class Inside {} }
}
