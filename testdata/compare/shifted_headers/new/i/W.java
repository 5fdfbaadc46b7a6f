package i;

public class W extends Q {
    public static class I extends S {}
}
