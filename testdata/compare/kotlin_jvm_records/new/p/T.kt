package p

data class Ceases(val a: Int, val isB: Boolean)

@JvmRecord
data class Becomes(val a: Int)

@JvmRecord
data class Stays(val a: Int, val b: Int)
