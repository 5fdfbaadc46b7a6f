package i;

public class W {
    public static class I extends S {}
}
