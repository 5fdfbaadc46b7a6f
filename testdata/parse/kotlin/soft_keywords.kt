package zoo

class Soft(value: Int, val data: String, open: Boolean, inner: Soft? = null) {
    val value = 1
    var field = 2
    val get = 3
    val set = 4
    fun open() = value
    fun data(internal: Int) = internal
    val context = 1
    fun constructor() = 1
    val last = value
    private val expect = actual
    fun init() {}
    fun by(where: Int) = where
    val sum = 1 +
        value
    val next = 1
}
