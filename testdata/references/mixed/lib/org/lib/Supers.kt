package org.lib

interface Greets {
    fun greet(to: String) {}
    fun bow() //? org.lib.Greets#bow()
    val tone: String get() = "calm"
}

interface Bows {
    fun bow() {}
}

open class Silent {
    open fun rest() {}
}

abstract class Left {
    abstract fun greet(to: String) //? org.lib.Left#greet(String)
}

open class Own : Greets {
    override fun greet(to: String) {} //= org.lib.Greets#greet(String) override exact
    override fun bow() {} //= org.lib.Greets#bow() override exact
}

/** What `super` alone is, is the supertype that has what is asked of it. */
class Impl : Greets, Silent() {
    override fun greet(to: String) { //= org.lib.Greets#greet(String) override exact
        super.greet(to) //= org.lib.Greets#greet(String) call high
        super<Greets>.greet(to) //= org.lib.Greets#greet(String) call high
    }
    override fun bow() {} //= org.lib.Greets#bow() override exact
    override fun rest() = super.rest() //= org.lib.Silent#rest() override exact | org.lib.Silent#rest() call high
    override val tone: String get() = super.tone //= org.lib.Greets#tone override exact | org.lib.Greets#tone read high
}

class OnlyFace : Greets, Bows {
    override fun greet(to: String) = super.greet(to) //= org.lib.Greets#greet(String) override exact | org.lib.Greets#greet(String) call high
    override fun bow() = super.bow() //= org.lib.Greets#bow() override exact | org.lib.Bows#bow() override exact | org.lib.Bows#bow() call high
    fun other() {
        super.greet("x") //= org.lib.Greets#greet(String) call high
    }
}

class LeftOpen : Left(), Greets {
    override fun greet(to: String) = super.greet(to) //= org.lib.Left#greet(String) override exact | org.lib.Greets#greet(String) override exact | org.lib.Greets#greet(String) call high
    override fun bow() {} //= org.lib.Greets#bow() override exact
}

class Below : Own(), Greets {
    override fun greet(to: String) = super.greet(to) //= org.lib.Own#greet(String) override exact | org.lib.Greets#greet(String) override exact | org.lib.Own#greet(String) call high
}

fun anonymous(): Any = object : Silent(), Greets {
    override fun greet(to: String) = super.greet(to) //= org.lib.Greets#greet(String) override exact | org.lib.Greets#greet(String) call high
    override fun bow() {} //= org.lib.Greets#bow() override exact
    override fun rest() = super.rest() //= org.lib.Silent#rest() override exact | org.lib.Silent#rest() call high
}

class Outward : Silent(), Greets {
    override fun bow() {} //= org.lib.Greets#bow() override exact

    inner class Inward : Own() {
        fun all() {
            super@Outward.rest() //= org.lib.Silent#rest() call high
            super@Outward.greet("a") //= org.lib.Greets#greet(String) call high
            super.greet("b") //= org.lib.Own#greet(String) call high
        }
    }
}
