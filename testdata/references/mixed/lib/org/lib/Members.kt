package org.lib

//? org.lib.Members#shown(String)
//? org.lib.Members#shown(Int)
//? org.lib.Members#shown(List, T)

open class Members {
    open fun String.shown() = 1
    open fun Int.shown() = 2
    open fun <T> List<T>.shown(one: T) = 4

    fun all(text: String, number: Int) {
        text.shown() //= org.lib.Members#shown(String) call high
        number.shown() //= org.lib.Members#shown(Int) call high
        "".shown() //= org.lib.Members#shown(String) call high
    }
}

class Below : Members() {
    override fun String.shown() = 3 //= org.lib.Members#shown(String) override exact
    override fun Int.shown() = 4 //= org.lib.Members#shown(Int) override exact
    override fun <E> List<E>.shown(one: E) = 5 //= org.lib.Members#shown(List, T) override exact
}

fun Members.outside(text: String, numbers: List<Int>) {
    text.shown() //= org.lib.Members#shown(String) call high
    numbers.shown(1) //= org.lib.Members#shown(List, T) call high
}

fun made() = object : Members() {
    override fun Int.shown() = 6 //= org.lib.Members#shown(Int) override exact
}
