package org.example.lib;

import java.util.List;
import java.util.Map;

import org.example.base.Base;

/** A shape in the plane. It has an area. */
public class Shape extends Base<String> implements Comparable<Shape>, Unknown {
    /** The origin. */
    public static final Point ORIGIN = new Point(0, 0);
    protected final Map<String, List<Integer>> parts;
    int a, b[];

    /** A shape without parts. */
    public Shape() {
        this(Map.of());
    }

    @SafeVarargs
    public Shape(Map<String, List<Integer>> parts, int... sizes) {
        this.parts = parts;
    }

    @Override
    public void accept(String value) {
        System.out.println(value);
    }

    @Override
    protected String produce() {
        return "shape";
    }

    @Override
    public String name() {
        return "shape";
    }

    /**
     * Moves the shape.
     *
     * @param by how far
     */
    public Shape move(Point by) {
        return this;
    }

    public Shape move(int x, int y) {
        return move(new Point(x, y));
    }

    @Override
    public int compareTo(Shape other) {
        return 0;
    }

    /** A corner of a shape. */
    public static class Corner implements Marker.Kind {
        final Shape of;

        Corner(Shape of) {
            this.of = of;
        }

        void turn() { /* nothing */ }

        /** How sharp. */
        enum Sharpness { BLUNT, SHARP }
    }
}
