package p;

public class T implements Cloneable {
    public long plain() { return 1; }
    public String wide() { return null; }
    @Override public T clone() { return null; }
    public static class Sub extends T { @Override public String wide() { return null; } }
}
