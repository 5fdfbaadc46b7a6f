package p

@JvmRecord
data class Ceases(val a: Int, val isB: Boolean)

data class Becomes(val a: Int)

@JvmRecord
data class Stays(val a: Int)
