package p;

public class Closed {
    Closed() {}

    protected void gone() {}

    public void open() {}
}
