package p;

public class T {
    @Override protected void finalize() throws Throwable { super.finalize(); }
    @Override protected Object clone() throws CloneNotSupportedException { return super.clone(); }
    public static class Quiet {
        @Override protected void finalize() {}
    }
}
