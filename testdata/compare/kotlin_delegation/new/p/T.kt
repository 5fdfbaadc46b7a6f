package p

interface Named { val name: String }
interface Serial<T> : Named { fun write(value: T): String; fun read(text: String): T }
interface Other { fun other() }
class Numbers : Serial<Int> by made()
open class Words<T : Any>(val of: Serial<String>) : Serial<String> by of, Other {
    override fun other() {}
}
class Changed : Serial<Long> by made()
fun <T> made(): Serial<T> = TODO()
