package zoo

enum class Plain { RED, GREEN, BLUE }

/** Directions of the compass. */
enum class Direction(val dx: Int, val dy: Int) : Named {
    /** Up. */
    NORTH(0, 1),
    @Deprecated("no") EAST(1, 0) {
        override fun turn() = SOUTH
        class InEntry
    },
    SOUTH(0, -1),
    // the last
    WEST(-1, 0),
    ;

    open fun turn(): Direction = NORTH
    val back: Direction get() = NORTH

    companion object {
        const val COUNT = 4
    }
}

private enum class Words { open, data, `in`, value; fun f() = listOf<Int>() }
enum class Nothing
