package p

class Settable {
    var byModule: Int = 1
        internal set
    var byItself: Int = 1
        private set
    var bySubclass: Int = 1
        protected set
    @JvmField var field: Int = 1
}

fun String.once(a: Int): Int = 1

fun later(s: String, a: Int): Int = 1

@Deprecated("soon") fun warned() {}

fun fine() {}

@Deprecated("now", level = DeprecationLevel.ERROR) fun refused() {}

inline fun put(block: () -> Unit, after: () -> Unit) {
    block()
    after()
}

inline fun freed(noinline block: () -> Unit) = block()
