package org.base;

/** Of what is nested in it, others inherit only the last. */
public class Shelf {
    static class Slot { //? org.base.Shelf.Slot
        void open() {}
    }

    private static class Tag {} //? org.base.Shelf.Tag

    public static class Door {}

    // Its own hides what it inherits, from others too.
    public static class Box extends Shelf implements Cover { //= org.base.Shelf extends exact | org.base.Cover extends exact
        static class Lid {} //? org.base.Shelf.Box.Lid

        Slot slot; //= org.base.Shelf.Slot type exact
    }
}
