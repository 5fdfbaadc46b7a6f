package p;

// B is W.B while there is one: what is inherited hides what is in the package.
public class X extends W {
    public F of(F f) {
        return f;
    }

    public B m(B b) {
        return b;
    }

    public p.B outright(p.B b) {
        return b;
    }
}
