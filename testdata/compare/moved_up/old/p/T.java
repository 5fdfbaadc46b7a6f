package p;

public class T extends Base {
    public void up() {}
    public void other() {}
    @Override public String toString() { return ""; }
    public void gone() {}
    @Override public void run() {}
    protected int field;
    public void thrown() {}
    public void closed() {}
    protected void wider() {}
    public void narrower() {}
    public long result() { return 1; }
    public <X extends Exception> void any() throws java.io.IOException {}
}
class Base extends lib.Elsewhere { public void other(int a) {} }
