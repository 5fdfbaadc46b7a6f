package p

open class Opened {
    open fun delete() {}
    open fun delete(what: String) {}
}

class Closed {
    fun delete() {}
    fun delete(what: String) {}
}
