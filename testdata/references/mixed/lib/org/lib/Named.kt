package org.lib

class Made private constructor(val text: String) {
    companion object Factory {
        fun create(): Made = Made("a") //= org.lib.Made#<init>(String) new exact
        @JvmStatic fun fixed(): Made = create() //= org.lib.Made.Factory#create() call high
        val shared: Made = create() //= org.lib.Made.Factory#create() call high
        @JvmField val plain: Made = create() //= org.lib.Made.Factory#create() call high
    }
}

fun named() {
    Made.create() //= org.lib.Made.Factory#create() call high
    Made.Factory.create() //= org.lib.Made.Factory#create() call high
    Made.shared //= org.lib.Made.Factory#shared read high
}
