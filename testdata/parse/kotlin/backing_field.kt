package zoo

class Model {
    private val before = 1
    val items: List<String>
        field = mutableListOf<String>()

    val state: Flow<Int>
        field: MutableFlow<Int> = MutableFlow(0)
        get() = field

    val after = 2
    fun use() { var field = 1
        field = 2 }
}
