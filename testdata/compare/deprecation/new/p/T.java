package p;

public class T {
    @Deprecated public void marked() {}
    public void revived() {}
    /** Old. @deprecated use {@link #marked} */
    public void documented() {}
    @Deprecated(since = "2") public static class Nested {}
}
