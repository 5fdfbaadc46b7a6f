package org.app;

class Bounds {
    static class Narrow {}

    static <T> T raise(T any) {
        return any;
    }

    static <T extends Narrow> T raise(T narrow) {
        return narrow;
    }

    void all(Narrow narrow, Bounds other) {
        Bounds.raise(narrow); //= org.app.Bounds#raise(Narrow) call exact
        Bounds.raise(other); //= org.app.Bounds#raise(Object) call exact
    }
}
