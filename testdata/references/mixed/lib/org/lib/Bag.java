package org.lib;

public class Bag {
    public boolean remove(Object o) { return false; }
}
