package p

abstract class Base {
    protected open fun moved() {}
    protected open fun stays() {}
    protected abstract fun says()
    open fun open() {}
    internal abstract val hidden: Int
    internal abstract fun hide()
}

open class T : Base() {
    override fun moved() {}
    override fun stays() {}
    override fun says() {}
    fun own() {}
    override val hidden: Int get() = 1
    override fun hide() {}
}
