package org.lib

interface Varied<T> {
    fun texts(vararg of: String)
    fun numbers(vararg of: Int, last: String)
    fun each(vararg of: T) {}
}

abstract class Opened {
    open fun ints(vararg of: Int) {}
    abstract fun both(vararg of: String)
    open fun both(of: String) {}
}

class OfVaried : Opened(), Varied<Picked> {
    override fun texts(vararg of: String) {} //= org.lib.Varied#texts(String...) override exact
    override fun numbers(vararg of: Int, last: String) {} //= org.lib.Varied#numbers(Int..., String) override exact
    override fun each(vararg of: Picked) {} //= org.lib.Varied#each(T...) override exact
    override fun ints(vararg of: Int) {} //= org.lib.Opened#ints(Int...) override exact
    override fun both(vararg of: String) {} //= org.lib.Opened#both(String...) override exact
    override fun both(of: String) {} //= org.lib.Opened#both(String) override exact
}

fun varied(): Varied<String> {
    val local = object : Varied<String> {
        override fun texts(vararg of: String) {} //= org.lib.Varied#texts(String...) override exact
        override fun numbers(vararg of: Int, last: String) {} //= org.lib.Varied#numbers(Int..., String) override exact
    }
    local.texts("a", "b")
    local.each("a", "b") //= org.lib.Varied#each(T...) call high
    return local
}
