package p;

public class T extends Base {
    public void up() {}
    public void other() {}
    @Override public String toString() { return ""; }
    public void gone() {}
    @Override public void run() {}
}
class Base extends lib.Elsewhere { public void other(int a) {} }
