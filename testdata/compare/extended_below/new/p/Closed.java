package p;

public class Closed {
    Closed() {}

    public final void open() {}
}
