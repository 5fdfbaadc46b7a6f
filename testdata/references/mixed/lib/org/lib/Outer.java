package org.lib;

public class Outer {
    public class Deep {
        public void go() {}

        public Deep then() { //= org.lib.Outer.Deep type exact
            return this;
        }
    }
}
