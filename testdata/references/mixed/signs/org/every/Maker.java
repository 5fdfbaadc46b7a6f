package org.every;

public class Maker {
    public class Inner {
        public Inner(int of) {}

        public void hit() {}
    }

    public class Other {
        public Other(int of) {}

        public void hit() {}
    }
}
