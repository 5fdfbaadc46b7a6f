package zoo

const val LIMIT: Int = 10
val inferred = listOf(1, 2)
lateinit var late: String

class Properties {
    val lazyOne: String by lazy { "x" }
    var observed by Delegates.observable("") { _, _, _ -> }
    @Volatile private var flag: Boolean = false
    var stepped: Int = 0
        private set
    var computed: Int
        get() = 1
        set(value) {
            field = value
        }

    /** Documented. */
    override val documented: Map<String, List<Int>>
        @JvmName("documented")
        get() {
            return emptyMap()
        } // done

    val oneLine: Int get() = 1
    var withSemicolon: Int = 1; private set
    val function: (Int) -> String = { it.toString() }
    val (a, b) = 1 to 2
    abstract val open: suspend () -> Unit
    val after = 1
}
