package p

interface Named { val name: String }
interface Serial<T> : Named { fun write(value: T): String; fun read(text: String): T }
interface Other { fun other() }
class Numbers : Serial<Int> {
    override val name: String = ""
    override fun write(value: Int): String = ""
    override fun read(text: String): Int = 1
    fun own() {}
}
open class Words<T : Any>(val of: Serial<String>) : Serial<String>, Other {
    override val name: String get() = ""
    override fun write(value: String): String = value
    override fun read(text: String): String = text
    override fun other() {}
}
class Changed : Serial<Int> {
    override val name: String = ""
    override fun write(value: Int): String = ""
    override fun read(text: String): Int = 1
}
