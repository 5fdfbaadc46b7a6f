package org.base;

public final class Maps {
    private Maps() {}

    public static <A, R extends Named> R with(A from, Maker<A, R> maker) { //= org.base.Named type exact | org.base.Maker type exact
        return maker.make(from); //= org.base.Maker#make(A) call high
    }

    public static void put(Object key) {}

    public static void put(int key) {}

    public static void put(String key, Object... rest) {}
}
