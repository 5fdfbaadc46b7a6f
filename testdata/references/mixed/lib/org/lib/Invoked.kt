package org.lib

object Adds {
    operator fun invoke(of: Int) = Minted(of)
}

class Minted internal constructor(val size: Int) {
    companion object {
        operator fun invoke(of: String) = Minted(1)
    }
}

interface Foundry {
    companion object : () -> Int {
        override fun invoke() = 3
    }
}

enum class Ways {
    ONE;

    operator fun invoke() = 1
}

class Holder(val turn: (Int) -> Minted, val adds: Adds) { //= org.lib.Adds type exact
    fun adds(of: String) {}

    fun own() {
        adds(1).size //= org.lib.Adds#invoke(Int) call high | org.lib.Holder#adds read high | org.lib.Minted#size read high
        adds("a") //= org.lib.Holder#adds(String) call high
        turn(1).size //= org.lib.Holder#turn read high | org.lib.Minted#size read high
    }
}

/** Calls of what an object, a companion, a constant or a property holds. */
fun invoked(holder: Holder, adds: Adds) { //= org.lib.Adds type exact
    Adds(3) //= org.lib.Adds#invoke(Int) call high | org.lib.Adds type exact
    Adds(3).size //= org.lib.Adds#invoke(Int) call high | org.lib.Adds type exact | org.lib.Minted#size read high
    adds(3) //= org.lib.Adds#invoke(Int) call high
    Minted("x").size //= org.lib.Minted.Companion#invoke(String) call high | org.lib.Minted#size read high
    Foundry() //= org.lib.Foundry.Companion#invoke() call high
    Ways.ONE() //= org.lib.Ways#invoke() call high | org.lib.Ways#ONE read exact
    holder.turn(4).size //= org.lib.Holder#turn read high | org.lib.Minted#size read high
    holder.adds(4) //= org.lib.Adds#invoke(Int) call high | org.lib.Holder#adds read high
    holder.adds("a") //= org.lib.Holder#adds(String) call high
    invoked(holder, adds)
}
