package p

open class Leaf : Tree(), Kept {
    fun more() {}
}
internal object Bud : Tree()
class Far : Leaf()
