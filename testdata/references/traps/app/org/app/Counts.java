package org.app;

import org.base.Tally; //= org.base.Tally import exact

/** Inherits static members under another name. */
class Counts extends Tally { //= org.base.Tally extends exact
    boolean own() {
        return isEmpty(this); //= org.base.Tally#isEmpty(Object) call high
    }

    boolean seen() {
        return Tally.isEmpty(this); //= org.base.Tally type exact | org.base.Tally#isEmpty(Object) call exact
    }
}

/** Heirs that nobody else can name, and one of theirs. */
class Heirs {
    private static class Hidden extends Tally { //= org.base.Tally extends exact
    }

    static class Shown extends Hidden {
    }

    private static class Own {
        static boolean isOwn() {
            return true;
        }
    }

    boolean own() {
        return Own.isOwn(); //= org.app.Heirs.Own#isOwn() call exact
    }
}
