package h;

public class V extends I {
    public N f;
}
