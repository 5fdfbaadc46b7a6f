package p;

import java.io.IOException;

public class T {
    public static class Base<V> {
        public Object result() { return null; }
        public void thrown() throws IOException {}
        public void same() throws IOException {}
        protected void shown() {}
        public V given() { return null; }
        public Object closed() { return null; }
        protected Object inside() { return null; }
    }
    public static class Open extends Base<String> {}
    public static final class Closed extends Base<String> {}
    public static class Copied {}
    public static class Making {
        protected Making(int of) {}
        public int field;
    }
    public static class Made extends Making {
        public Made(String of) { super(1); }
    }
    public interface Above { Object give(); }
    public interface Below extends Above {}
}
