package p;

public class N extends A {
    @Override
    public void f() {}

    public final void own() {}
}
