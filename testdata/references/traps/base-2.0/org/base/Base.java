package org.base;

/** The same library, later: who uses 1.0 does not use this. */
public abstract class Base<T> {
    public void run(int times) {}

    public void later() {
        run(2);
    }
}
