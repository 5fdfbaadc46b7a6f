package i;

public class V extends W.I {
    public N f;
}
