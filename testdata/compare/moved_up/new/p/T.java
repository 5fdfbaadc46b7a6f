package p;

public class T extends Base {
}
class Base extends lib.Elsewhere {
    public void up() {}
    public void other(int a) {}
    protected final int field = 1;
    public void thrown() throws java.io.IOException {}
    public final void closed() {}
    public void wider() {}
    protected void narrower() {}
    public int result() { return 1; }
    public <X extends Exception> void any() throws X {}
}
