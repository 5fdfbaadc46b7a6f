package zoo

@Target(AnnotationTarget.CLASS, AnnotationTarget.FUNCTION)
@Retention(AnnotationRetention.RUNTIME)
@MustBeDocumented
public annotation class Marker(val why: String = "", vararg val tags: String)

annotation class Bare

@Bare @Marker(why = "{", tags = ["a", "b"])
class Marked @Marker("x") constructor(@field:Bare @get:Marker("y") val x: Int, @param:Bare y: @Bare Int) {
    @[Bare Marker("list")]
    fun both(@Bare p: @Marker("(") List<@Bare String>): @Bare Int = 1

    @get:Bare
    @set:Bare
    var accessed: Int = 0

    @all:Bare
    val everywhere = 1
}

fun @receiver:Bare String.annotated(block: @Bare () -> Unit, other: @Bare @Marker("x") suspend (Int) -> @Bare Unit = {}) {}
val typed: @Bare () -> Unit = @Bare { }
class Parameters(@Bare @Marker("x") private val a: Int, vararg @Bare val b: Int)
