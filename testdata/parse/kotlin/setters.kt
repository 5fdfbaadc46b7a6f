package zoo

class S {
    var a: Int = 1
        internal set
    var b: Int = 2
        @Inject protected set
    var c: Int
        private get
        set
    var d: Int
        inline get() = 1
        inline set(v) = Unit
    val e = 1

    var f by map
        private set
    fun get(index: Int) = 1
    operator fun set(index: Int, v: Int) {}
}
