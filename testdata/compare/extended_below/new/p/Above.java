package p;

public abstract class Above {
    Above() {}

    public final void closed() {}
}
