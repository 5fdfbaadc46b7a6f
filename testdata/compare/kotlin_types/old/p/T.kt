package p

data class Point(val x: Int, val y: Int)
class Plain
object Single
open class Open { open fun over() {} }
interface Face { fun need(); fun given() {} }
typealias Name = String
class Alias { fun take(name: Name) {} }
enum class Colour { RED, GREEN }
sealed class Tree
class Leaf : Tree()
@JvmInline value class Id(val raw: Int)
