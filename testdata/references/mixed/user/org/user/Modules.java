package org.user;

import module java.base;

/** What a module exports is in sight by its simple name. */
class Modules {
    List<Modules> all;
    Tokens own;

    void go() {
        all.get(0).go(); //= org.user.Modules#go() call high | java.util.List#get(int) call high
        all.get(0).own.next(); //= org.user.Modules.Tokens#next() call high | java.util.List#get(int) call high
    }

    static class Tokens {
        void next() {
        }
    }
}
