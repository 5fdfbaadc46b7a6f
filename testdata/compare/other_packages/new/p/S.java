package p;

import r.*;

public class S {
    public Name starred() {
        return null;
    }
}
