package p

class T {
    var fixed: Int = 1
    val loose: Int = 1
    var mine: Int = 1
        private set
    val isOpen: Boolean get() = false
    val late: String? = ""
    val name: String = ""
    companion object {
        val given: Int = 1
        val LIMIT = 1
        fun create(): T = T()
    }
}

open class Above {
    val narrowed: Int = 1
    fun suspended() {}
    open fun same(a: Int) {}
}
open class Below : Above()
