package p

import java.io.IOException

class Own : Exception()

open class T {
    fun loses() {}

    @Throws(IOException::class, Own::class)
    fun gains() {}

    @Throws(IOException::class, java.io.FileNotFoundException::class)
    fun adds() {}

    @Throws(IllegalStateException::class)
    fun unchecked() {}

    @Throws(java.io.IOException::class)
    fun same() {}

    val read: Int get() = 1
}

open class Above {
    @Throws(IOException::class)
    open fun moves() {}
}

class Below : Above()
