package org.user;

import org.lib.Picked;

class Patterns {
    sealed interface Shape<T> permits One, Two {}

    record One<T>(T of, int size) implements Shape<T> {}

    record Two(One<Picked> first, Picked second) implements Shape<Picked> {}

    void all(Shape<Picked> shape, Object any) {
        switch (shape) {
            case One<Picked>(var of, var size) when size > 0 -> of.hit(); //= org.lib.Picked#hit() call high
            case One(var of, var size) -> of.hit(); //= org.lib.Picked#hit() call high
            case Two(One(var inner, _), var second) -> {
                inner.hit(); //= org.lib.Picked#hit() call high
                second.hit(); //= org.lib.Picked#hit() call high
            }
        }
        if (any instanceof Two(var first, Picked second)) {
            second.hit(); //= org.lib.Picked#hit() call high
            first.of().hit(); //= org.lib.Picked#hit() call high
        }
        if (shape instanceof One(var of, int size)) of.hit(); //= org.lib.Picked#hit() call high
    }

    Hidden one = new Hidden();

    static class Hidden {
        void hit() {}
    }

    void flow(Object any, boolean sure) {
        if (any instanceof Picked one) {
            one.hit(); //= org.lib.Picked#hit() call high
        } else {
            one.hit();
        }
        one.hit();
        if (!(any instanceof Picked one) || sure) {
            one.hit();
        } else {
            one.hit(); //= org.lib.Picked#hit() call high
        }
        while (!(any instanceof Picked one)) one.hit();
        one.hit(); //= org.lib.Picked#hit() call high
    }

    void ways(Object any, boolean sure) {
        do {
            one.hit();
        } while (!(any instanceof One<?>(Picked one, var size) && sure));
        one.hit(); //= org.lib.Picked#hit() call high
    }

    void branches(Object any, boolean sure) {
        if (any instanceof Picked one && sure) {
            one.hit(); //= org.lib.Picked#hit() call high
        } else {
            return;
        }
        one.hit(); //= org.lib.Picked#hit() call high
    }

    void breaks(Object any) {
        for (; !(any instanceof Picked one); ) {
            if (any == null) break;
        }
        one.hit();
        for (; any instanceof Picked one; one.hit()) { //= org.lib.Picked#hit() call high
            one.hit(); //= org.lib.Picked#hit() call high
        }
    }

    void either(Object any, boolean sure) {
        Object given = any instanceof Picked one && sure
            ? one.toString() + sure(() -> one.hit()) //= org.lib.Picked#hit() call high
            : sure(() -> one.hit());
        given = !(any instanceof Picked one)
            ? sure(() -> one.hit())
            : sure(() -> one.hit()); //= org.lib.Picked#hit() call high
        one.hit();
    }

    boolean joined(Object any, boolean sure) {
        boolean first = any instanceof Picked one || sure(() -> one.hit()) == "";
        boolean second = !(any instanceof Picked one) || sure(() -> one.hit()) == ""; //= org.lib.Picked#hit() call high
        boolean third = sure && any instanceof Picked one && sure
            && sure(() -> one.hit()) == ""; //= org.lib.Picked#hit() call high
        boolean fourth = !(sure || !(any instanceof Picked one))
            && sure(() -> one.hit()) == ""; //= org.lib.Picked#hit() call high
        boolean fifth = (any instanceof Picked one || sure) && sure(() -> one.hit()) == "";
        return any instanceof Picked one == sure && sure(() -> one.hit()) == "" && !first && second && third && fourth && fifth;
    }

    final boolean isPicked = (Object) this instanceof Picked one;

    String behind(Object any) {
        boolean isOne = any instanceof Picked one;
        one.hit();
        if (isOne == (any instanceof Picked one)) one.hit();
        if (sure(any instanceof Picked one, () -> one.hit())) one.hit();
        isOne = any instanceof Picked one;
        assert any instanceof Picked one : sure(() -> one.hit());
        one.hit();
        boolean[] both = {any instanceof Picked one, sure(false, () -> one.hit())};
        return sure(() -> one.hit());
    }

    static boolean sure(boolean given, Runnable run) { return given; }

    static String sure(Runnable run) { return ""; }
}
