package org.example.base;

/** What has a name. */
public interface Named {
    String PREFIX = "n:";

    /** The name. */
    String name();

    default String label() {
        return PREFIX + name();
    }

    static Named nobody() {
        return () -> "";
    }
}
