package kotlin

public open class Any {
    public open fun hashCode(): Int
}
public abstract class Enum<E : Enum<E>> : Comparable<E> {
    public final val name: String
    public final val ordinal: Int
}
public class Nothing
public object Unit
public class Int : Number(), Comparable<Int> {
    public override fun toInt(): Int //= java.lang.Number#intValue() override exact
}
public class Long : Number(), Comparable<Long>
public class Boolean : Comparable<Boolean>
public class Char : Comparable<Char>
public abstract class Number {
    public abstract fun toInt(): Int
    public abstract fun toLong(): Long
}
public interface Comparable<in T>
public interface CharSequence {
    public val length: Int
    public operator fun get(index: Int): Char
}
public class String : Comparable<String>, CharSequence {
    public override val length: Int //= java.lang.CharSequence#length() override exact
    public override operator fun get(index: Int): Char //= java.lang.CharSequence#charAt(int) override exact
}
public open class Throwable {
    public open val message: String?
    public open val cause: Throwable?
}
public class Array<T> {
    public operator fun get(index: Int): T
    public operator fun iterator(): kotlin.collections.Iterator<T>
}
public class ByteArray
public class LongArray {
    public operator fun get(index: Int): Long
}

public fun error(message: Any): Nothing = TODO()
public fun require(value: Boolean) {}
public fun <T> arrayOf(vararg elements: T): Array<T> = TODO()
public annotation class Deprecated(val message: String, val level: DeprecationLevel = DeprecationLevel.WARNING)
public enum class DeprecationLevel { WARNING, ERROR, HIDDEN }
