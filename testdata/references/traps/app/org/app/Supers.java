package org.app;

//? org.app.Supers.Under#said()

/** What is asked of a supertype is not what the type itself has. */
class Supers {
    void said() {}

    interface Spoken {
        default void spoken() {}
    }

    static class Under extends Supers implements Spoken {
        void said() {} //= org.app.Supers#said() override exact
        public void spoken() {} //= org.app.Supers.Spoken#spoken() override exact

        void all() {
            Runnable own = super::said; //= org.app.Supers#said() method_reference high
            Runnable named = Under.super::said; //= org.app.Supers#said() method_reference high
            Runnable qualified = org.app.Supers.Under.super::said; //= org.app.Supers#said() method_reference high
            Runnable face = Spoken.super::spoken; //= org.app.Supers.Spoken#spoken() method_reference high
            Runnable itself = Under.this::spoken; //= org.app.Supers.Under#spoken() method_reference high
            Under.super.said(); //= org.app.Supers#said() call high
        }

        class Inner {
            Runnable outer = Under.super::said; //= org.app.Supers#said() method_reference high
        }
    }
}
