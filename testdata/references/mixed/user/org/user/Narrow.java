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
        final int constant = 3;
        int changing = 3;
        final var inferred = 3;
        var other = 3;
        put(is ? 'a' : constant); //= org.user.Narrow#put(char) call high
        put(is ? 'a' : inferred); //= org.user.Narrow#put(char) call high
        put(is ? 'a' : changing); //= org.user.Narrow#put(int) call high
        put(is ? 'a' : other); //= org.user.Narrow#put(int) call high
        put(constant); //= org.user.Narrow#put(int) call high
        put(is ? 1 : 2); //= org.user.Narrow#put(int) call high
    }

    void put(char of) {}

    void put(short of) {}

    void put(int of) {}
}
