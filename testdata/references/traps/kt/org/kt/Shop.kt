package org.kt

class Items {
    fun put(text: String) {}
}

class Basket(val owner: String) {
    private val items = Items()

    fun add(text: String): Basket {
        items.put(text) //= org.kt.Items#put call high
        return this
    }

    companion object {
        fun of(owner: String, vararg all: String): Basket = Basket(owner)
    }
}

fun Basket.fill(count: Int = 1): Basket = add(owner) //= org.kt.Basket#add call high | org.kt.Basket#owner read high

fun Items.fill(count: Int = 1) {}

fun <T> T.tap(block: T.() -> Unit): T = this

fun make(build: Basket.() -> Unit) {}
