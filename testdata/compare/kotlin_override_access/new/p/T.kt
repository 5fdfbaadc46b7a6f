package p

abstract class Base {
    protected open fun moved() {}
    protected open fun stays() {}
    protected abstract fun says()
    open fun open() {}
}

open class T : Base() {
    protected override fun stays() {}
    public override fun says() {}
    protected fun own() {}
}
