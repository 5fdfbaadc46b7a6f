package p;

// q.Base.C is not accessible here, and not inherited.
public class Y extends q.Base {
    public C m(C c) {
        return c;
    }
}
