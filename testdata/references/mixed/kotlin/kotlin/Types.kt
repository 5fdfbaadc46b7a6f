package kotlin

public open class Any
public class Nothing
public object Unit
public class Int : Number(), Comparable<Int>
public class Long : Number(), Comparable<Long>
public class Boolean : Comparable<Boolean>
public class Char : Comparable<Char>
public abstract class Number
public interface Comparable<in T>
public interface CharSequence
public class String : Comparable<String>, CharSequence
public class Array<T>
public class ByteArray

public fun error(message: Any): Nothing = TODO()
public fun require(value: Boolean) {}
public fun <T> arrayOf(vararg elements: T): Array<T> = TODO()
