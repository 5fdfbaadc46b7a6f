package org.app;

import org.base.Base; //= org.base.Base import exact
import org.unknown.Thing;

class Unsure extends Thing {
    void calls(Thing thing, Base<Work> base) { //= org.base.Base type exact
        thing.made().run(1); //= org.base.Base#run(int) call medium | org.base.Base#run(long) call medium | org.app.Work#run(long) call medium
        thing.made().run(1, 2);
        base.run(thing.number()); //= org.base.Base#run(int) call medium | org.base.Base#run(long) call medium
        base.get().run(1); //= org.base.Base#get() call high | org.base.Base#run(int) call high
    }
}
