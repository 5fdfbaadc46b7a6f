package p;

public interface Face extends Veiled { }
interface Veiled {
    void asked();
    void more();
}
