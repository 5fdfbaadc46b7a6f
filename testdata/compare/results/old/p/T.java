package p;

public class T implements Cloneable {
    public int plain() { return 1; }
    public Object wide() { return null; }
    @Override public Object clone() { return null; }
    public static class Sub extends T { @Override public Object wide() { return null; } }
}
