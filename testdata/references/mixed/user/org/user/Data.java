package org.user;

import org.lib.Pack;
import org.lib.Picked;

class Data {
    void all(Pack<Picked> pack) {
        pack.copy("a", 1, pack.component3()); //= org.lib.Pack#copy(String, Int, T) call high | org.lib.Pack#component3() call high
        pack.component3().hit(); //= org.lib.Pack#component3() call high | org.lib.Picked#hit() call high
        int size = pack.component2(); //= org.lib.Pack#component2() call high
        pack.copy();
    }
}

record Holding<T>(T of) {
    static void all(Holding<Picked> holding) {
        holding.of().hit(); //= org.lib.Picked#hit() call high
    }
}
