package org.user;

import org.lib.Given;
import org.lib.Made;

class Named {
    void all() {
        Made.Factory.create(); //= org.lib.Made.Factory#create() call high
        Made.fixed(); //= org.lib.Made.Factory#fixed() call exact
        Made.Factory.fixed(); //= org.lib.Made.Factory#fixed() call high
        Made.Factory.getShared(); //= org.lib.Made.Factory#shared read high
        Object plain = Made.plain; //= org.lib.Made.Factory#plain read high
        Given.Companion.of("a"); //= org.lib.Given.Companion#of(String) call high
    }
}
