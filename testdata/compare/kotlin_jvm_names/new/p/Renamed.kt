package p

class Renamed {
    @JvmName("before") fun after() {}
    @get:JvmName("getSize") val length: Int = 1
}
