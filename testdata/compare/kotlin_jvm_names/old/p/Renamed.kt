package p

class Renamed {
    fun before() {}
    val size: Int = 1
}
