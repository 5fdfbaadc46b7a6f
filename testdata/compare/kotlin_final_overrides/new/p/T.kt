package p

abstract class Base {
    open fun method() {}
    open val property: Int = 1
    open fun left() {}
}

open class Sub : Base() {
    final override fun method() {}
    final override val property: Int = 2
    override fun left() {}
    fun own() {}
}
class Closed : Base() {
    final override fun method() {}
}
