package p;

import q.Name;

public class T implements Name {
    public static final Name NAME = null;

    public java.util.List<Name> all() {
        return null;
    }

    public Name given() {
        return null;
    }

    public void taken(Name... names) {}

    @Deprecated
    public void other(String one) {}
}
