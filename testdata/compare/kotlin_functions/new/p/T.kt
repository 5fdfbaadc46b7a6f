package p

class T {
    fun given(a: Int, b: Int) {}
    fun offered(a: Int, b: Int = 1) {}
    fun renamed(fresh: String) {}
    fun nullable(text: String): String? = ""
    fun strict(text: String?): String = ""
    fun boxed(count: Int?) {}
    suspend fun plain() {}
    fun later() {}
    fun <T> run(block: () -> T): T = block()
    fun plus(other: T): T = this
    fun grown(a: Int, b: Int = 1) {}
    @JvmOverloads fun kept(a: Int, b: Int = 1) {}
}
