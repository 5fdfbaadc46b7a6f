package k;

// B.M hides A.M, also where it is not accessible itself.
public class E extends h.B {
    public M m() {
        return null;
    }
}
