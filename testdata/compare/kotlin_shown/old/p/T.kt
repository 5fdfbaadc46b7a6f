package p
class A {
    @JvmName("one") fun named() {}
    fun plain() {}
    val x: Int = 1
    var y: Int = 1
        private set
    var z: Int = 1
    companion object {
        fun s() {}
        @JvmStatic fun t() {}
        val f: Int = 1
        @JvmField val g: Int = 1
    }
    @get:JvmName("gx") val q: Int = 1
    @Deprecated("a") fun d() {}
    @Throws(java.io.IOException::class) fun th() {}
    fun over(a: Int = 1, b: Int = 2) {}
}
