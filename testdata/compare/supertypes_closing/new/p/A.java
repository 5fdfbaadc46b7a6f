package p;

public class A {
    public void f() {}

    public final void g() {}

    protected void h() {}
}
