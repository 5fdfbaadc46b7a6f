package org.app;

/** Overloads of types that nobody has: what is of the very type of a parameter means that one. */
class Texts {
    String name;

    static boolean has(String text) {
        return true;
    }

    static boolean has(CharSequence text) {
        return false;
    }

    void use(CharSequence any) {
        has(name); //= org.app.Texts#has(String) call high
        has("text"); //= org.app.Texts#has(String) call high
        has(any); //= org.app.Texts#has(CharSequence) call high
        has(name.strip()); //= org.app.Texts#has(String) call medium | org.app.Texts#has(CharSequence) call medium
    }
}
