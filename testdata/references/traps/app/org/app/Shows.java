package org.app;

/** The same, where no other heir is named. */
class Shows {
    boolean shown() {
        return Heirs.Shown.isEmpty(this); //= org.base.Tally#isEmpty(Object) call exact
    }
}
