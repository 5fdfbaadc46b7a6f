package zoo

class Functions {
    fun plain() {}
    suspend fun <T> fetch(url: String, timeout: Long = 10L, vararg headers: Pair<String, T>): T where T : Any, T : Closeable {
        val local = 1
        return TODO()
    }
    operator fun plus(other: Functions) = this
    infix fun and(other: Functions): Boolean = true
    tailrec fun loop(n: Int): Int = if (n == 0) 0 else loop(n - 1)
    external fun native(x: Int): Int
    inline fun <reified T : Any> inlined(noinline a: () -> Unit, crossinline b: (Int) -> T): (T) -> Unit = { }
    abstract fun bodiless(a: Map<String, List<Int>>): suspend (Int) -> Unit
    protected open override fun toString(): String {
        return "{ ${"}"} }"
    }
    fun lambdas(a: (Int, String) -> Boolean = { x, _ -> x < 3 }, b: Int = compare<Int>(1, 2)): Unit = Unit
    fun `with blanks`(`is`: Int) = `is`
    fun nullable(a: String?, b: (Int) -> String?, c: ((Int) -> String)?): List<String?>? = null
}
