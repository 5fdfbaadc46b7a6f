package org.base;

/** A functional interface. */
public interface Maker<A, R extends Named> { //= org.base.Named type exact
    R make(A from);

    default Maker<A, R> twice() { //= org.base.Maker type exact
        return from -> {
            make(from); //= org.base.Maker#make(A) call high
            return make(from); //= org.base.Maker#make(A) call high
        };
    }
}
