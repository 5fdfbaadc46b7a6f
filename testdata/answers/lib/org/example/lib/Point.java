package org.example.lib;

/** A point. */
public record Point(int x, int y) {
    public static Point zero() {
        return new Point(0, 0);
    }
}
