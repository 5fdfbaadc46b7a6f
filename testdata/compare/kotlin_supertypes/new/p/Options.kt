package p

class Options : AbstractList<String>() {
    override fun get(index: Int): String = ""
    override val size: Int get() = 0
}
