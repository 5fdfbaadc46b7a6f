package org.base;

/** The same library, earlier: who uses 2.0 does not use this. */
public abstract class Base<T> {
    public void run(int times) {}

    public void earlier() {
        run(2);
    }
}
