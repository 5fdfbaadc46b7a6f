package org.app;

import static org.app.Counts.*;

/** Names the heir alone. */
class Counting {
    boolean both() {
        int most = Counts.MOST; //= org.base.Tally#MOST read exact
        return Counts.isEmpty(most) && isEmpty(most); //= org.base.Tally#isEmpty(Object) call exact | org.base.Tally#isEmpty(Object) call exact
    }
}

/** Names what inherits it through a type that is private. */
class Showing {
    boolean shown() {
        return Heirs.Shown.isEmpty(this); //= org.base.Tally#isEmpty(Object) call exact
    }
}
