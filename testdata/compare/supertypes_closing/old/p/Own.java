package p;

public class Own extends A {
    public void f() {}
}
