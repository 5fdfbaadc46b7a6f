package zoo

class Allman
{
    init
    {
        println()
    }

    fun f()
    : Int
    {
        return 1
    }

    val chosen = if (f() > 0) { 1 } else { 2 }
    val tried = try { 1 } catch (e: Exception) { 2 } finally { }
    val picked = when (chosen) {
        1 -> "a"
        else -> "b"
    }
    val chained = listOf(1)
        .map { it + 1 }
        ?.filter { it > 1 }
        ?: emptyList()
    val negative = -1; val second = 2
    ;
    @Volatile
    @JvmField
    // between
    protected
    open
    var spread
        : Int
        = 1

    fun expression() =
        listOf(1)
            .map { value ->
                value
            }

    val x: Int // a remark
        get() = 1 // another
    // trailing

    /* before */ fun commented(/* in */ a /* name */: /* type */ Int /* end */ = /* d */ 1 /* e */) /* r */ : Int = 1
    companion
    object
    {
        val y = 1
    }
    fun interface Inner
    {
        fun call()
    }
    fun last(a: Int): (Int) -> (String) -> Unit = { { } }
}

object Short { }
interface
    Split

object
    Apart { val a = 1 }
