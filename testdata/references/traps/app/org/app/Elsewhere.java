package org.app;

import org.unknown.Thing;

/** Says Base, which is no type that is in sight here. */
class Elsewhere {
    void calls(Thing thing) {
        thing.made().run(1); //= org.base.Base#run(int) call medium | org.base.Base#run(long) call medium
    }
}
