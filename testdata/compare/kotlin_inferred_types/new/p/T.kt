package p

import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.atomic.AtomicLong
import org.other.Elsewhere

class One
class Two
interface Face
fun Face(): Face = object : Face {}

class Asked(val n: Int) {
    companion object {
        operator fun invoke(): Face = Face()
    }
}
class Named(val n: Int)
fun Named(): Face = Face()

class Literals {
    val long = 1L
    var text = "s"
        private set
    val double = 1.5
    val same = 2
    val sum = 60 * 1000L
    val stated: Int = 1
    val restated: Long = 1
    val getter get() = 'x'
    private val hidden = 1L
    fun method() = 1L
    fun said() = "b"
    @Deprecated("") fun old() = other(2)
    private fun other(n: Int) = n
    companion object {
        const val LIMIT = 2
        val SHARED = Two()
    }
}

class Made {
    val set = linkedSetOf<Int>()
    val list = listOf(1, 2)
    val own = Two()
    val qualified = One()
    val java = AtomicLong(0)
    val map = LinkedHashMap<String, List<Int>>()
    val face = One()
    val elsewhere = Elsewhere(2)
    val lazily by lazy { 2 }
    fun self() = apply { println() }
    fun other() = One()
    fun String.extended() = also { println() }
    val anonymous = object : Face { override fun toString() = "" }
    val another = object : Runnable { override fun run() {} }
    val two = object : Face, Runnable { override fun run() {} }
    val asked = Asked()
    val named = Named()
    fun called() = list.size + 1
    fun stated(): Int = list.size + 1
    fun stays() = list.size
    fun braces() { called() }
    internal fun inside() = list.size + 1
}
