package org.user;

import org.lib.Outer;

/** Anonymous classes of types that only the value before the dot has. */
class Inners {
    void all(Outer in) {
        Outer.Deep one = in.new Deep() { //= org.lib.Outer.Deep type exact | org.lib.Outer.Deep new exact
            @Override
            public void go() { //= org.lib.Outer.Deep#go() override exact
                super.go(); //= org.lib.Outer.Deep#go() call high
                then().then(); //= org.lib.Outer.Deep#then() call high
            }
        };
        in.new Deep() {}.go(); //= org.lib.Outer.Deep new exact | org.lib.Outer.Deep#go() call high
    }
}
