package zoo

/** Windows. */
class Windows(
    val a: Int
) {
    fun f(): Int =
        1
}
