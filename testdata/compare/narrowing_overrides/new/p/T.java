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
    public static class Open extends Base<String> {
        @Override public String result() { return null; }
        @Override public void thrown() {}
        @Override public void same() throws IOException {}
        @Override public void shown() {}
        @Override public String given() { return null; }
        @Override public final Object closed() { return null; }
        @Override protected Object inside() { return null; }
    }
    public static final class Closed extends Base<String> {
        @Override public String result() { return null; }
        @Override public void thrown() {}
        @Override public void shown() {}
    }
    public static class Copied implements Cloneable {
        @Override public Copied clone() { return this; }
    }
    public static class Making {
        protected Making(int of) {}
        public int field;
    }
    public static class Made extends Making {
        public Made(String of) { super(1); }
        public Made(int of) { super(of); }
        public long field;
    }
    public interface Above { Object give(); }
    public interface Below extends Above { @Override String give(); }
}
