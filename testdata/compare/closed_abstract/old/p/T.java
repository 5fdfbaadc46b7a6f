package p;

public abstract class T {
    T() {}
    public int size() { return 1; }
    public sealed interface Sealed {
        default int size() { return 1; }
        record One() implements Sealed { public int size() { return 1; } }
    }
    public enum Kind {
        ONE;
        public int size() { return 1; }
    }
    public abstract static class Open { public int size() { return 1; } }
    public abstract static class Closed {
        Closed() {}
        public int size() { return 1; }
        public int kept() { return 1; }
    }
    public abstract static class Below extends Closed {
        public final int kept() { return 2; }
    }
}
