package p;

public abstract class Base {
    Base() {}

    protected void gone() {}

    public void open() {}
}
