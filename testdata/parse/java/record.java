package org.example;

/**
 * A point.
 *
 * @param x the first coordinate
 */
public record Point<N extends Number>(@Deprecated N x, N y, String... names) implements Comparable<Point<N>> {
    public static final int DIMENSIONS = 2;

    /** Checks. */
    public Point {
        if (x == null) throw new NullPointerException();
    }

    Point(N both) { this(both, both); }

    public N x() { return x; }

    @Override public int compareTo(Point<N> other) { return 0; }

    record Empty() {}
}
