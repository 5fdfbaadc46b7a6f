package p

annotation class Offered(val x: Int, val y: Int = 1)
annotation class Required(val x: Int, val y: Int)
annotation class Gone(val x: Int)
annotation class Ordered(val y: Int, val x: Int = 1)
annotation class Given(val x: Int, val y: Int)
annotation class Empty(vararg val names: String = [])
annotation class Constant(val x: Int) { companion object { } }
