package p;

public abstract class Above {
    Above() {}

    public void closed() {}

    protected void redeclared() {}
}
