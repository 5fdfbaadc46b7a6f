package p

actual open class S {
    @JvmOverloads actual fun indexOf(other: String, from: Int): Int = 1
}
