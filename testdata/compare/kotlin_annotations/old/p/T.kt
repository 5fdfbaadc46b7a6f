package p

annotation class Offered(val x: Int)
annotation class Required(val x: Int)
annotation class Gone(val x: Int, val y: String = "")
annotation class Ordered(val x: Int, val y: Int = 1)
annotation class Given(val x: Int = 1, val y: Int)
annotation class Empty
annotation class Constant(val x: Int) { companion object { const val K = 1 } }
