package org.lib

class Holds {
    enum class Level(val number: Int) {
        LOW(1) { override fun level() = 1 }, //= org.lib.Holds.Level#<init>(Int) new exact
        HIGH(2); //= org.lib.Holds.Level#<init>(Int) new exact

        open fun level() = 0
    }
    class Part(val number: Int) //? org.lib.Holds.Part#<init>(Int)
    enum class Other(val number: Int) {
        LOW(1) { override fun level() = 1 }, //= org.lib.Holds.Other#<init>(Int) new exact | org.lib.Holds.Other#level() override exact
        HIGH(2) { override fun level() = 2 }; //= org.lib.Holds.Other#<init>(Int) new exact | org.lib.Holds.Other#level() override exact

        abstract fun level(): Int //? org.lib.Holds.Other#level()
    }
}
