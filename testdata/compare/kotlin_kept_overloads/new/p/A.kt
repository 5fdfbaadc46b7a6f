package p

class Java
class Day

@JvmName("newDay")
fun day(number: Int): Day = Day()

@Deprecated("Kept for what was compiled", level = DeprecationLevel.HIDDEN)
fun day(number: Int): Java = Java()
