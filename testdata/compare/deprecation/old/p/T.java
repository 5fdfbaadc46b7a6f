package p;

public class T {
    public void marked() {}
    /** @deprecated for ever */
    public void revived() {}
    public void documented() {}
}
