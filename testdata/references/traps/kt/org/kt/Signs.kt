package org.kt

import org.base.Beans

//? org.kt.Money#plus(Money)
//? org.kt.Money#get(Int)
//? org.kt.Money#set(Int, Long)
//? org.kt.Money#contains(Long)
//? org.kt.Money#compareTo(Money)
//? org.kt.Money#iterator()
//? org.kt.Coins#next()
//? org.kt.Money#component1()
//? org.kt.Money#component6()
//? org.kt.Money#inc()
//? org.kt.Money#dec()
//? org.kt.Money#invoke(String)
//? org.kt.SignsKt#minusAssign(Money, Int)
//? org.kt.Named#label
//? org.base.Beans#getTitle()
//? org.base.Beans#setTitle(String)
//? org.base.Beans#isOpen()
//? org.base.Beans#getURL()
//? org.base.Beans#getURLBeans()
//? org.base.Beans#setURL(String)
//? org.kt.Coin#flip()
//? org.kt.SignsKt#toss(Int)
//? org.kt.SignsKt#coin(Basket)

/** Functions that signs call. */
class Money(val amount: Long) {
    operator fun plus(other: Money) = Money(amount + other.amount)

    operator fun get(at: Int): Long = amount

    operator fun set(at: Int, value: Long) {}

    operator fun contains(amount: Long): Boolean = false

    operator fun compareTo(other: Money): Int = 0

    operator fun iterator(): Coins = Coins()

    operator fun component1(): Long = amount

    operator fun component2(): Long = amount

    operator fun component3(): Long = amount

    operator fun component4(): Long = amount

    operator fun component5(): Long = amount

    operator fun component6(): Coin = Coin()

    operator fun inc(): Money = this

    operator fun dec(): Money = this

    operator fun invoke(text: String): Coin = Coin()
}

class Coins {
    operator fun hasNext(): Boolean = false

    operator fun next(): Coin = Coin()
}

class Coin {
    fun flip(): Coin = this
}

operator fun Money.minusAssign(by: Int) {}

interface Named {
    val label: String
}

class Labelled(override val label: String) : Named //= org.kt.Named#label override exact

class Fixed : Named {
    override val label = "fixed" //= org.kt.Named#label override exact
}

fun toss(times: Int) = if (times > 1) Coin() else Coin().flip() //= org.kt.Coin#flip() call high

private val first = toss(1) //= org.kt.SignsKt#toss(Int) call exact

private val later by lazy { first.flip() } //= org.kt.Coin#flip() call medium

fun spread(all: Array<String>): Coin = Basket.of("x", *all).coin() //= org.kt.SignsKt#coin(Basket) call high | org.kt.Basket.Companion#of call high

fun Basket.coin(): Coin {
    val held = object : Runnable {
        private val coin = Coin()

        override fun run() {
            coin.flip() //= org.kt.Coin#flip() call high
        }
    }
    return Coin()
}

fun signs(one: Money, other: Money, beans: Beans) {
    val sum = one + other //= org.kt.Money#plus(Money) call high
    (one + other + sum)[0] //= org.kt.Money#plus(Money) call high | org.kt.Money#get(Int) call high
    one[1] = 2L //= org.kt.Money#set(Int, Long) call high
    one[1] += 2L //= org.kt.Money#get(Int) call high | org.kt.Money#set(Int, Long) call high
    if (1L in one && 2L !in one) return //= org.kt.Money#contains(Long) call high
    if (one < other) return //= org.kt.Money#compareTo(Money) call high
    for (coin in one) coin.flip() //= org.kt.Money#iterator() call high | org.kt.Coins#next() call high | org.kt.Coin#flip() call high
    val (amount) = one //= org.kt.Money#component1() call high
    val (whole: Long, _, _, _, _, coin) = one //= org.kt.Money#component1() call high | org.kt.Money#component6() call high
    coin.flip() //= org.kt.Coin#flip() call high
    var purse = one
    one[1]++ //= org.kt.Money#get(Int) call high | org.kt.Money#set(Int, Long) call high
    --one[1] //= org.kt.Money#get(Int) call high | org.kt.Money#set(Int, Long) call high
    purse++ //= org.kt.Money#inc() call high
    --purse //= org.kt.Money#dec() call high
    val both = Pair(purse--, ++purse) //= org.kt.Money#dec() call high | org.kt.Money#inc() call high
    one("x").flip() //= org.kt.Money#invoke(String) call high | org.kt.Coin#flip() call high
    one -= 1 //= org.kt.SignsKt#minusAssign(Money, Int) call high
    println("$amount" + 1 + first)
    toss(2).flip() //= org.kt.SignsKt#toss(Int) call exact | org.kt.Coin#flip() call high
    later.flip() //= org.kt.Coin#flip() call high
    beans.title = beans.title.trim() //= org.base.Beans#getTitle() call high | org.base.Beans#setTitle(String) call high
    beans.url = beans.urlBeans.url //= org.base.Beans#getURL() call high | org.base.Beans#getURLBeans() call high | org.base.Beans#setURL(String) call high
    if (beans.isOpen) return //= org.base.Beans#isOpen() call high
}
