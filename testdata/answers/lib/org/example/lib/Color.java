package org.example.lib;

/** Colours. */
public enum Color {
    /** Like blood. */
    RED,
    GREEN {
        @Override int code() { return 2; }
    };

    int code() {
        return 1;
    }
}
