package p

open class Builder {
    @JvmOverloads open fun delete(what: String = ""): Builder = this
    @JvmOverloads fun clear(what: String = ""): Builder = this
    companion object {
        @JvmStatic @JvmOverloads fun make(what: String = ""): Builder = Builder()
    }
}
