package p

data class Plain(val a: Int, var b: String)
data class Lost(val a: Int, var b: String)
data class Grown @JvmOverloads constructor(val a: Int, val b: Int = 1)
data object Single
