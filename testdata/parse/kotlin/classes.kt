package zoo

/** A beast. It lives. */
@Deprecated("old", ReplaceWith("Animal"))
public open class Beast<T : Comparable<T>, out R>(val name: String, protected open var age: Int = 0, legs: Int) :
    Base<T>(name), Named, Comparable<Beast<*, *>> where T : Any {
    override fun compareTo(other: Beast<*, *>): Int = 0
}

abstract class Base<T>(n: String)

sealed class Shape {
    data class Circle(val radius: Double) : Shape()
    data object Empty : Shape()
    inner class Label
    private class Hidden
}

@JvmInline
value class Id(val raw: Long)

internal final class Plain
class Empty {
}
