package p;

@Mark(name = "a")
public class T {
    public @interface Mark { String name() default ""; int[] all() default {}; }
    @Deprecated(since = "1") public int since;
    @Deprecated public void later() {}
    @Mark(name = "a") @Deprecated(since = "1")
    public void both() {}
    @Mark(all = {1, 2})
    public void spaced(@Mark int a) {}
    @SuppressWarnings("a") public void silent() {}
    @Mark(name = "(") public void kept() {}
    @Deprecated(since = "1") public void revived() {}
}
