package p

class Plain(val x: Int) {
    fun f() = 1
    companion object { fun make() = Plain(1) }
}
interface Face { fun f() }
object One
typealias Back = Plain
class Holder { fun take(face: Face) {} }
