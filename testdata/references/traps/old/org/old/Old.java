package org.old;

/** Sees base 2.0 only, the highest that is registered. */
class Old {
    org.base.Base<String> base;

    void run() {
        base.run(3);
    }
}
