package org.user;

/** What two values share is a class and an interface: what either declares can be called. */
class Shared {
    interface Acts {
        void act();
    }

    interface Rests {
        void rest();
    }

    static class Base {
        void base() {}
    }

    static class One extends Base implements Acts, Rests {
        public void act() {} //= org.user.Shared.Acts#act() override exact
        public void rest() {} //= org.user.Shared.Rests#rest() override exact
    }

    static class Other extends Base implements Acts, Rests {
        public void act() {} //= org.user.Shared.Acts#act() override exact
        public void rest() {} //= org.user.Shared.Rests#rest() override exact
    }

    static class Third implements Acts {
        public void act() {} //= org.user.Shared.Acts#act() override exact
    }

    enum Red implements Acts {
        ONE;
        public void act() {} //= org.user.Shared.Acts#act() override exact
    }

    enum Blue implements Acts {
        ONE;
        public void act() {} //= org.user.Shared.Acts#act() override exact
    }

    static <T> T either(T one, T other) {
        return one;
    }

    static void take(Acts of) {}

    static void take(String of) {}

    void all(boolean is) {
        (is ? new One() : new Other()).act(); //= org.user.Shared.Acts#act() call high
        (is ? new One() : new Other()).rest(); //= org.user.Shared.Rests#rest() call high
        (is ? new One() : new Other()).base(); //= org.user.Shared.Base#base() call high
        either(new One(), new Other()).act(); //= org.user.Shared.Acts#act() call high
        either(either(new One(), new Other()), new Third()).act(); //= org.user.Shared.Acts#act() call high
        either(new One(), new Acts() { public void act() {} }).act(); //= org.user.Shared.Acts#act() call high | org.user.Shared.Acts#act() override exact
        (is ? Red.ONE : Blue.ONE).act(); //= org.user.Shared.Acts#act() call high
        var either = is ? new One() : new Other();
        either.act(); //= org.user.Shared.Acts#act() call high
        take(is ? new One() : new Other()); //= org.user.Shared#take(Acts) call high
    }
}
