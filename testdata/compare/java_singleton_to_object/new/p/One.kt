package p

object One {
    fun size(): Int = 1
}
