package org.kt.uses

import org.kt.Basket
import org.kt.fill as stock //= org.kt.ShopKt#fill import exact
import org.kt.make //= org.kt.ShopKt#make import exact
import org.kt.tap

fun use(any: Any, basket: Basket) {
    Basket.of("me").add("pear") //= org.kt.Basket.Companion#of call high | org.kt.Basket#add call high
    basket.stock(2) //= org.kt.ShopKt#fill call high
    make { add(text = owner) } //= org.kt.ShopKt#make call exact | org.kt.Basket#add call high | org.kt.Basket#owner read high
    if (any is Basket && any.owner == "") any.add("") //= org.kt.Basket#owner read high | org.kt.Basket#add call high
    basket.tap { add("x") }.add("y") //= org.kt.Basket#add call high
    val add = Basket::add //= org.kt.Basket#add method_reference high
    add("no")
    val found = object : Runnable {
        override fun run() {
            basket.add("in") //= org.kt.Basket#add call high
        }
        fun add(text: String) = add(text)
    }
    found.add("own")
}
