package org.lib

abstract class Pace {
    abstract fun run()
    open fun turn(by: Int): Int = by
    open val left: Int = 1
    val next: Pace? = null
}

/** Objects whose last member ends before the brace. */
val first = object : Pace() { override fun run() { } } //= org.lib.Pace#run() override exact
val second = object : Pace() { override fun run() { }; override fun turn(by: Int) = super.turn(by) } //= org.lib.Pace#run() override exact | org.lib.Pace#turn(Int) override exact | org.lib.Pace#turn(Int) call high
val third = object : Pace() {
    override val left get() = 2 //= org.lib.Pace#left override exact
    override fun run() { turn(1) } } //= org.lib.Pace#run() override exact | org.lib.Pace#turn(Int) call high

fun steps(of: Pace): Pace {
    third.turn(1) //= org.lib.Pace#turn(Int) call high
    of.next?.let { object : Pace() { override fun run() { of.run() } } } //= org.lib.Pace#run() override exact | org.lib.Pace#run() call high
    return object : Pace() { override fun run() = run(1); fun run(times: Int) { } } //= org.lib.Pace#run() override exact
}
