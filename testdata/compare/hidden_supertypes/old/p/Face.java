package p;

public interface Face extends Veiled { }
interface Veiled extends Comparable<Veiled> {
    int SHARED = 1;
    void asked();
    default void given() {}
    static void alone() {}
}
