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
    val long = 1
    var text = 1
        private set
    val double = 1.5f
    val same = 1
    val sum = 60 * 1000
    val stated = 1
    val restated = 1
    val getter get() = true
    private val hidden = 1
    fun method() = 1
    fun said() = "a"
    fun old() = other(1)
    private fun other(n: Int) = n
    companion object {
        const val LIMIT = 1
        val SHARED = One()
    }
}

class Made {
    val set = hashSetOf<Int>()
    val list = listOf(1)
    val own = One()
    val qualified = p.One()
    val java = AtomicInteger(0)
    val map = HashMap<String, List<Int>>()
    val face = Face()
    val elsewhere = Elsewhere(1)
    val lazily by lazy { 1 }
    fun self() = this
    fun other() = this
    fun String.extended() = this
    val anonymous = object : Face {}
    val another = object : Face {}
    val two = object : Face {}
    val asked = One()
    val named = One()
    fun called() = list.size
    fun stated(): Int = list.size
    fun stays() = list.size
    fun braces() {  }
    internal fun inside() = list.size
}
