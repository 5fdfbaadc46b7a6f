package q

class Plain(val x: Int) {
    fun f() = 1
    companion object { fun make() = Plain(1) }
}
interface Face { fun f() }
object One
