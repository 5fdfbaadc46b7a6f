package p

open class Back {
    open fun free(text: String?): String? = text
    open fun annotated(): String = ""
    open fun ints(): IntArray? = null
}
