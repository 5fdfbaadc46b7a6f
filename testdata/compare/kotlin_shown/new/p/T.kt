package p
class A {
    @JvmName("two") fun named() {}
    @JvmName("plain2") fun plain() {}
    @JvmField val x: Int = 1
    var y: Int = 1
    var z: Int = 1
        private set
    companion object {
        @JvmStatic fun s() {}
        fun t() {}
        @JvmField val f: Int = 1
        val g: Int = 1
    }
    @get:JvmName("gy") val q: Int = 1
    @Deprecated("b") fun d() {}
    @Throws(java.io.EOFException::class) fun th() {}
    @JvmOverloads fun over(a: Int = 1, b: Int = 2) {}
}
