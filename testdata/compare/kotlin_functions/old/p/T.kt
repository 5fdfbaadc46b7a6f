package p

class T {
    fun given(a: Int, b: Int = 1) {}
    fun offered(a: Int, b: Int) {}
    fun renamed(old: String) {}
    fun nullable(text: String?): String = ""
    fun strict(text: String): String? = null
    fun boxed(count: Int) {}
    fun plain() {}
    suspend fun later() {}
    inline fun <T> run(block: () -> T): T = block()
    internal fun inside() {}
    operator fun plus(other: T): T = this
    fun grown(a: Int) {}
    @JvmOverloads fun kept(a: Int) {}
}
