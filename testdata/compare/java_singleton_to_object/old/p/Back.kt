package p

object Back {
    fun size(): Int = 1
}

object Gone {
    fun size(): Int = 1
}

object Same {
    fun size(): Int = 1
}
