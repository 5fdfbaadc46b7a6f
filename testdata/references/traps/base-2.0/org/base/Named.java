package org.base;

public interface Named {
    String name();

    default Named self() { //= org.base.Named type exact
        return this;
    }
}
