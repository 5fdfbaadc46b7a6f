package p

object Same {
    fun size(): Int = 2
}
