package org.user;

/** Types that are declared in local and anonymous types: what they inherit is named outside of them. */
class Within {
    static class Entry {
        void moveTo(int place) {}
    }

    static class Cursor {
        void moveTo(int place) {}

        void start() {
            moveTo(0); //= org.user.Within.Cursor#moveTo(int) call high
        }
    }

    Object anonymous() {
        return new Object() { //= java.lang.Object#<init>() new exact
            final Own kept = new Own();

            void here() {
                Own own = new Own();
                own.moveTo(1); //= org.user.Within.Entry#moveTo(int) call high
                kept.moveTo(2); //= org.user.Within.Entry#moveTo(int) call high
                Runnable later = () -> new Own().moveTo(3); //= org.user.Within.Entry#moveTo(int) call high
                Runnable inside = new Runnable() {
                    final Own inner = new Own();

                    public void run() { //= java.lang.Runnable#run() override exact
                        inner.moveTo(4); //= org.user.Within.Entry#moveTo(int) call high
                    }
                };
            }

            class Own extends Entry {}
        };
    }

    void local() {
        class Around {
            class Own extends Entry {}

            void here(Own own) {
                own.moveTo(1); //= org.user.Within.Entry#moveTo(int) call high
            }
        }
    }
}
