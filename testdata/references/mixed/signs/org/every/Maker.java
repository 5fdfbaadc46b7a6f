package org.every;

public class Maker {
    public Maker[] all() { return null; }

    public long[] counts() { return null; }

    public Maker[] held;

    public static final long[] NONE = {};

    public void hit() {}

    public class Inner {
        public Inner(int of) {}

        public void hit() {}
    }

    public class Other {
        public Other(int of) {}

        public void hit() {}
    }
}
