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

    static String sure(Runnable run) { return ""; }
}
