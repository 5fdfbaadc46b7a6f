package org.example.shapes;

/** A shape. */
public sealed interface Shape<T> extends Comparable<Shape<T>>, java.io.Serializable permits Circle, Square, Shape.Other {
    int SIDES = 4, CORNERS[] = {1, 2};

    double area();

    default String name() { return "shape"; }

    static <U> Shape<U> of(U value) { return null; }

    private void hidden() {}

    non-sealed interface Other<T> extends Shape<T> {}
}

final class Circle<T> implements Shape<T> { public double area() { return 0; } public int compareTo(Shape<T> o) { return 0; } }
