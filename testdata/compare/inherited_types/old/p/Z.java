package p;

// D is V.D while Shifting is a V.
public class Z extends Shifting {
    public D m(D d) {
        return d;
    }
}
