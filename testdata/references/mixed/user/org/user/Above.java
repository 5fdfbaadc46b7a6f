package org.user;

//? java.lang.Object#<init>()

/** Calls a constructor whose class it does not name. */
class Above {
    final int number;

    Above(int number) {
        super(); //= java.lang.Object#<init>() call exact
        this.number = number;
    }

    static class Below extends Above {
        Below() {
            super(1); //= org.user.Above#<init>(int) call exact
        }

        public int hashCode() {
            return super.hashCode();
        }
    }
}
