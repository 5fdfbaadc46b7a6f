package p

class T(val name: String) {
    val isOpen: Boolean get() = true
    var size: Int = 1
    fun all(some: IntArray, boxed: Int?): List<String> = emptyList()
    companion object {
        @JvmStatic fun of(name: String): T = T(name)
    }
}
