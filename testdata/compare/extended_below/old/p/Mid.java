package p;

abstract class Mid extends Above {
    @Override
    public final void closed() {}

    @Override
    protected void redeclared() {}
}
