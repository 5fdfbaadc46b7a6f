package org.user;

import org.lib.Given;
import org.lib.Picked;

interface Gives<R> {
    R give();
}

interface Both<A, B> {
    void both(A one, B other);
}

interface One<A> {
    A one(A one, A other);
}

class Gathers {
    static <T, R> R gather(Gives<R> make, Both<R, T> add, One<R> join, Gives<T>... items) { return null; }

    static Picked made() { return null; }

    void all(Given given) {
        gather(Picked::new, (picked, one) -> picked.hit(), (one, other) -> one); //= org.lib.Picked#hit() call high
        gather(() -> new Picked(), (picked, one) -> picked.hit(), (one, other) -> one); //= org.lib.Picked#hit() call high
        gather(Gathers::made, (picked, one) -> picked.hit(), (one, other) -> one); //= org.lib.Picked#hit() call high
        gather(Picked::new, (picked, one) -> one.number(1), (one, other) -> one, () -> given); //= org.lib.Given#number(Int) call high
        gather(Picked::new, (Picked picked, Given one) -> one.number(1), (one, other) -> one); //= org.lib.Given#number(Int) call high
        gather(Picked::new, (picked, one) -> {}, (one, other) -> { one.hit(); return other; }).hit(); //= org.lib.Picked#hit() call high
    }
}
