package p;

import q.*;

public class S {
    public Name starred() {
        return null;
    }
}
