package org.example.base;

/** What every shape is. */
public abstract class Base<T> implements Named {
    /** How many there are. */
    protected static int count = 0;
    private int secret;
    public static final String KIND = "base";

    public Base() {}

    /** Takes a value. */
    public void accept(T value) {
        count++;
    }

    protected abstract T produce();

    private void hidden() {}

    public static Base<?> of(String name) {
        return null;
    }

    int forNeighbours;

    void forNeighbours() {}
}
