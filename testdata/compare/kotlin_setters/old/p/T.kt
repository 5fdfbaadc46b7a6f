package p

interface I {
    val asked: Int
    val given: Int get() = 1
}

abstract class A {
    abstract val left: Int
    open val open: Int = 1
    val closed: Int = 1
    open var widened = 1
        protected set
    var narrowed = 1
    lateinit var late: String
        private set
    lateinit var set: String
}

sealed class Sealed {
    open val closed: Int = 1
}

class Final(val own: Int)
