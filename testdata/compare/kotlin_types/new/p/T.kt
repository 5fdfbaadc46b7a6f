package p

class Point(val x: Int, val y: Int, val z: Int)
data class Plain(val a: Int)
class Single
class Open { fun over() {} }
interface Face { fun need(); fun given() {}; fun more(); fun offered() {} }
class Alias { fun take(name: String) {} }
enum class Colour { RED }
sealed class Tree
class Leaf : Tree()
class Branch : Tree()
class Id(val raw: Int)
