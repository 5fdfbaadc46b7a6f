package p;

@Mark(name = "b")
public class T {
    public @interface Mark { String name() default ""; int[] all() default {}; }
    @Deprecated(since = "2") public int since;
    @Deprecated(forRemoval = true) public void later() {}
    @Deprecated(since = "1")
    @Mark(name = "b")
    public void both() {}
    @p.T.Mark( all={ 1,2 } )
    public void spaced(@Mark int a) {}
    @SuppressWarnings("b") public void silent() {}
    public @Mark(name = "(") void kept() {}
    public void revived() {}
}
