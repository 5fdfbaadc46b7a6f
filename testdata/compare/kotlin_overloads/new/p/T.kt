package p

open class First {
    @JvmName("reifiedTag") inline fun <reified T : Any> tag(): T? = null
    fun tag(): Any? = null
}
open class Last {
    fun tag(): Any? = null
    @JvmName("reifiedTag") inline fun <reified T : Any> tag(): T? = null
}
class Written {
    @JvmName("reifiedTag") inline fun <reified T : Any> tag(): T? = null
    public fun tag(): Any? = null
}
