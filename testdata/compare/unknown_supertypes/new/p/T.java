package p;

import java.io.FilterInputStream;
import java.io.Serializable;
import lib.Face;

public class T extends FilterInputStream implements Face, Serializable {
    public T() { super(null); }
    public static class Marked implements Serializable, Comparable<Marked>, Cloneable {
        public int compareTo(Marked other) { return 0; }
    }
    public static class Failed extends RuntimeException {
    }
    public static class Faced implements Face {
    }
    public enum Word { ONE; }
    public static class Moved implements after.Face { }
    public static class Replaced extends lib.Base { public void run() {} }
    public static class Unnamed implements Face {
        public int compareTo(Unnamed other) { return 0; }
        public void run() {}
    }
    public static class Plain implements Serializable { }
    public static class Overriding implements after.Face, java.util.EventListener { }
    public static class Keeping implements lib.Face, java.util.EventListener { }
    public interface Own { }
}
