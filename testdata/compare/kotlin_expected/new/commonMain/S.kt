package p

expect open class S() {
    fun indexOf(other: String, from: Int = 0): Int
}
