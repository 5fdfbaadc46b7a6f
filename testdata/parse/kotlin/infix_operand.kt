package a

class Flags(private val open: Int, private val data: Int) {
    val both = data or
        open
    val u = 1

    val either = data and
        data
    var v = 2
    val call = listOf(1).map { it } to
        open
    val chained = this
        .open
    override fun toString() = "x" plus
        open
    protected open val last = data
    private val cast = last as Int
    internal val plain = last
    open val next = 1
}
