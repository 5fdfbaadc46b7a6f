package p

import java.io.IOException

class Own : Exception()

open class T {
    @Throws(IOException::class)
    fun loses() {}

    fun gains() {}

    @Throws(IOException::class)
    fun adds() {}

    fun unchecked() {}

    @Throws(exceptionClasses = [IOException::class])
    fun same() {}

    @get:Throws(IOException::class)
    val read: Int get() = 1
}

open class Above {
    @Throws(IOException::class)
    open fun moves() {}
}

class Below : Above() {
    @Throws(IOException::class)
    override fun moves() {}
}
