package org.lib;

public record Point(int x, int y) {
    public int y() { return 1; }
}
