package p;

public class M extends A {
    public final void f() {}

    public final void own() {}
}
