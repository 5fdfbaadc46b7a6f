package org.app;

import org.base.Shelf; //= org.base.Shelf import exact

class Shelves extends Shelf { //= org.base.Shelf extends exact
    Slot slot = new Slot(); //= org.app.Slot type exact | org.app.Slot new exact
    Tag tag; //= org.app.Tag type exact
    Door door; //= org.base.Shelf.Door type exact

    void open() {
        slot.open(); //= org.app.Slot#open() call high
        class Local extends Shelf { //= org.base.Shelf extends exact
            Slot inner; //= org.app.Slot type exact
        }
    }

    static class Boxes extends Shelf.Box { //= org.base.Shelf type exact | org.base.Shelf.Box extends exact
        Lid lid; //= org.app.Lid type exact
        Hinge hinge; //= org.base.Cover.Hinge type exact
    }
}

class Slot {
    void open() {}
}

class Tag {}

class Lid {}
