package org.user;

class Narrow {
    void all(boolean is, short small, char sign, Character boxed, byte least) {
        put(is ? 'a' : 0); //= org.user.Narrow#put(char) call high
        put(is ? 0x10 : sign); //= org.user.Narrow#put(char) call high
        put(is ? boxed : 0); //= org.user.Narrow#put(char) call high
        put(is ? sign : 70_000); //= org.user.Narrow#put(int) call high
        put(is ? -1 : sign); //= org.user.Narrow#put(int) call high
        put(is ? small : sign); //= org.user.Narrow#put(int) call high
        put(is ? small : -1); //= org.user.Narrow#put(short) call high
        put(is ? small : least); //= org.user.Narrow#put(short) call high
        put(is ? 1 : 2); //= org.user.Narrow#put(int) call high
    }

    void put(char of) {}

    void put(short of) {}

    void put(int of) {}
}
