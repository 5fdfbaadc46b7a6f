package org.base;

/** Static members, also of what extends it. */
public abstract class Tally {
    public static final int MOST = 9;
    private static int seen;

    public static boolean isEmpty(Object of) {
        seen++; //= org.base.Tally#seen write exact
        return of == null && seen < MOST; //= org.base.Tally#seen read exact | org.base.Tally#MOST read exact
    }

    private static void note() {
    }

    static void all() {
        note(); //= org.base.Tally#note() call high
        isEmpty(""); //= org.base.Tally#isEmpty(Object) call high
    }
}
