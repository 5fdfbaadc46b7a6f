package x;

public class V extends I {
    public N f;
}
