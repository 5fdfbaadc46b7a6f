package p

class Java
typealias Day = Java

fun day(number: Int): Day = Java()
