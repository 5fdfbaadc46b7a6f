package p;

public interface Face {
    class E {}
}
