package zoo

/**
 * Says [hello][Greeter] to `everyone`.
 *
 * A second paragraph.
 *
 * @param name who
 */
class Greeter(
    /** Whom to greet. */
    val name: String
) {
    /** Greets. */
    fun greet() {}
    /** In one line, without period */
    val x = 1 /** of y */
    val y = 2

    @Suppress("a")
    /** After an annotation. */
    fun late() {}

    /** Of the companion. */
    companion object

    /** Of the class below. /* nested */ Still. */
    class Nested
}
