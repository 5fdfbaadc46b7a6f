package org.lib

interface Titled {
    val title: String
}

class Sized(var size: Int) : Titled {
    override val title = "a" //= org.lib.Titled#title override exact
    fun own() = this::size //= org.lib.Sized#size method_reference high
    fun alone() = ::size //= org.lib.Sized#size method_reference high

    companion object {
        val most = 3
    }
}

val Sized.extra: Int get() = size //= org.lib.Sized#size read high
var total = 1

/** References to properties: of values, through types, and alone. */
fun referred(held: Sized, all: Many) {
    held::size.isLateinit //= org.lib.Sized#size method_reference high
    run(held::size) //= org.lib.Sized#size method_reference high
    all.handed(Sized::size) //= org.lib.Sized#size method_reference high
    all.handed(Sized::title) //= org.lib.Sized#title method_reference high
    all.handed(Titled::title) //= org.lib.Titled#title method_reference high
    all.handed(Sized::extra) //= org.lib.ReferredKt#extra method_reference high
    all.handed(held::extra) //= org.lib.ReferredKt#extra method_reference high
    all.handed(Sized.Companion::most) //= org.lib.Sized.Companion#most method_reference high
    all.handed(::total) //= org.lib.ReferredKt#total method_reference high
    ::total.isLateinit //= org.lib.ReferredKt#total method_reference high
    missing()::size //= org.lib.Sized#size method_reference medium
}

fun Many.handed(of: Any) {}
