package p;

public abstract class Base {
    Base() {}

    public final void open() {}
}
