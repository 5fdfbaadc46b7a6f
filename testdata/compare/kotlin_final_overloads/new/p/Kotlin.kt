package p

open class Opened {
    @JvmOverloads open fun delete(what: String = "") {}
}

class Closed {
    @JvmOverloads fun delete(what: String = "") {}
}
