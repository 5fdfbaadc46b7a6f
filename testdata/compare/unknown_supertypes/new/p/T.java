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
}
