package a;

public class V extends I {
    public N f;

    public N m(N n) {
        return n;
    }
}
