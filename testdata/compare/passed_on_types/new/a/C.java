package a;

// A.N is not accessible to b.B, which is no heir of it, and passes it on to nobody.
public class C extends b.B {
    public N m(N n) {
        return n;
    }
}
