package b;

public class V extends I {
    public N f;
}
