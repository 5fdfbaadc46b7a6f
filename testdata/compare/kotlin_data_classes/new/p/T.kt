package p

class Plain(val a: Int, var b: String)
class Lost(val a: Int, val b: String)
data class Grown @JvmOverloads constructor(val a: Int, val b: Int = 1, val c: Int = 2)
object Single
