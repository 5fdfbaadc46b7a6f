package p

abstract class Base {
    open fun method() {}
    open val property: Int = 1
    open fun left() {}
}

open class Sub : Base()
class Closed : Base()
