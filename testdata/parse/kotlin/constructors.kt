package zoo

class NoParameters()
class Hidden private constructor()
class Visible internal constructor(val x: Int)

class Many(
    /** The name. */
    val name: String,
    vararg val rest: Int, // trailing
    private var secret: String? = null,
    plain: () -> Unit = {
        println("several")
        println("lines")
    },
) {
    /** From a number. */
    constructor(number: Int) : this(number.toString())

    @JvmOverloads
    protected constructor(a: Int, b: String = "b") : this(b) {
        println(a)
    }

    init {
        class InInit
    }
}

class OnItsOwnLine
internal constructor(
    val a: Int,
)

class Injected<T>
@Inject
constructor(private val service: Service<T>) : Base(service)

actual class Platform<T>
actual constructor(actual val capacity: Int) : Expected<T>(capacity), Closeable {
    actual fun use(): T = TODO()
    actual constructor() : this(1)
}
