package p

open class Given {
    open fun ints(): IntArray? = null
    open fun strings(): Array<String>? = null
    open fun any(): Any? = null
    open fun boxed(): Int? = 1
    open fun list(): MutableList<String>? = null
    open fun inside(): Map<String, List<String?>> = emptyMap()
    open fun <T> variable(): T? = null
    open fun same(): String = ""
    open fun annotated(): String? = null
    open fun array(): IntArray? = null
    open fun qualified(): String? = null
    open fun others(): String? = null
    open fun never(): String = ""
    open fun strict(): String = ""
    open fun taken(text: String?, any: Any, map: Map<String, IntArray>?) {}
    open fun asked(any: Any?) {}
    open fun refused(text: String) {}
    override fun equals(other: Any?) = other === this
    fun closed(any: Any?) {}
}
