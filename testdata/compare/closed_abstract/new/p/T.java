package p;

public abstract class T {
    T() {}
    public abstract int size();
    public sealed interface Sealed {
        int size();
        record One() implements Sealed { public int size() { return 1; } }
    }
    public enum Kind {
        ONE { public int size() { return 1; } };
        public abstract int size();
    }
    public abstract static class Open { public abstract int size(); }
    public abstract static class Closed {
        Closed() {}
        public abstract int size();
        public abstract int kept();
    }
    public abstract static class Below extends Closed {
        public final int kept() { return 2; }
    }
}
