package p

fun one(text: Text): Int = 1

fun make(): Made = Made(1)

fun makes(): Makes = Made(1)

interface Taker {
    fun take(made: Made)
}
