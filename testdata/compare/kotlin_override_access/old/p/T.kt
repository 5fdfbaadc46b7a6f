package p

abstract class Base {
    protected open fun moved() {}
    protected open fun stays() {}
    protected abstract fun says()
    open fun open() {}
}

open class T : Base() {
    override fun moved() {}
    override fun stays() {}
    override fun says() {}
    fun own() {}
}
