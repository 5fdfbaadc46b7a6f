package p

class T {
    val fixed: Int = 1
    var loose: Int = 1
    var mine: Int = 1
    val isOpen: Boolean = true
    val late: String = ""
    fun getName(): String = ""
    internal val inside: Int = 1
    companion object {
        const val LIMIT = 1
        @JvmStatic fun create(): T = T()
        @JvmStatic val given: Int = 1
    }
}

open class Above
open class Below : Above() {
    var narrowed: Int = 1
    suspend fun suspended() {}
    open fun same(a: Int) {}
}
