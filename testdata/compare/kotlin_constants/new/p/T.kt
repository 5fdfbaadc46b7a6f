package p

private const val BASE = 2
const val LEANING = BASE * 2
const val STEADY = 3
object Own {
    private const val WORD = "a2"
    const val TEXT = WORD
}
