package org.lib

/** Members of an alias that Kotlin's library also declares as it expects them. */
fun aliased(of: ArrayList<String>) {
    of.size //= java.util.ArrayList#size() call high
    of[0] //= java.util.ArrayList#get(int) call high
    of.removeAt(0) //= java.util.ArrayList#remove(int) call high
}

class Aliasing : ArrayList<String>() {
    override fun removeAt(index: Int): String = super.removeAt(index) //= java.util.ArrayList#remove(int) call high | java.util.ArrayList#remove(int) override exact | java.util.List#remove(int) override exact
    fun both() = size + super.size //= java.util.ArrayList#size() call high
}
