package p

interface I {
    var asked: Int
    var given: Int get() = 1
        set(value) {}
}

abstract class A {
    abstract var left: Int
    open var open: Int = 1
    var closed: Int = 1
    open var widened = 1
    var narrowed = 1
        protected set
    var late: String = ""
        private set
    var set: String = ""
}

sealed class Sealed {
    open var closed: Int = 1
}

class Final(var own: Int)
