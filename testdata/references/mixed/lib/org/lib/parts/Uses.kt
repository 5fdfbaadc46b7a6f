package org.lib.parts

import org.lib.Picked
import org.lib.parts.other.Picked as Other

fun uses(one: Picked, other: Other) {
    one.extended("a").hit() //= org.lib.parts.Parts#extended(Picked, String) call high | org.lib.Picked#hit() call high
    other.extended("a").hit() //= org.lib.parts.Parts#extended(Picked, String) call high | org.lib.parts.other.Picked#hit() call high
    one.bounded().hit() //= org.lib.parts.Parts#bounded(T) call high | org.lib.Picked#hit() call high
    plain(one).hit() //= org.lib.parts.Parts#plain(Picked) call exact | org.lib.Picked#hit() call high
    several(one) //= org.lib.parts.Parts#several(Picked) call exact
    several(other) //= org.lib.parts.Parts#several(Picked) call exact
    several("a") //= org.lib.parts.Parts#several(String) call exact
    one.own.hit() //= org.lib.parts.Parts#own read high | org.lib.Picked#hit() call high
    kept.hit() //= org.lib.parts.Parts#kept read high | org.lib.Picked#hit() call high
}

fun Picked.within() {
    extended("b") //= org.lib.parts.Parts#extended(Picked, String) call high
    bounded().hit() //= org.lib.parts.Parts#bounded(T) call high | org.lib.Picked#hit() call high
    own.hit() //= org.lib.parts.Parts#own read high | org.lib.Picked#hit() call high
}
