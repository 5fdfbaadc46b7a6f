package p;

import java.io.FilterInputStream;
import java.io.Serializable;
import lib.Face;

public class T extends FilterInputStream implements Face, Serializable {
    protected int in;
    public int read(byte[] bytes) { return 0; }
    public static void shared() {}
    public T(int a) { super(null); }
    public T() { super(null); }
    public static class Marked implements Serializable, Comparable<Marked>, Cloneable {
        public void gone() {}
        public int compareTo(Marked other) { return 0; }
    }
    public static class Failed extends RuntimeException {
        public String getMessage() { return ""; }
        public int code() { return 1; }
    }
    public static class Faced implements Face {
        public static void shared() {}
        public void perhaps() {}
    }
    public enum Word { ONE; public void gone() {} }
    public static class Moved implements before.Face { }
    public static class Replaced implements Own, Runnable { public void run() {} }
    public static class Unnamed implements Face, Comparable<Unnamed>, Runnable {
        public int compareTo(Unnamed other) { return 0; }
        public void run() {}
    }
    public static class Plain implements Face, Serializable { }
    public static class Overriding implements before.Face, java.util.EventListener {
        @Override public void seen(before.Event event) {}
    }
    public static class Keeping implements lib.Face, java.util.EventListener {
        @Override public void seen(lib.Event event) {}
    }
    public interface Own { }
}
