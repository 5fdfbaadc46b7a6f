package p

import java.io.IOException

open class Buffer {
    @Throws(IOException::class) open fun gained(): Byte = 1
    @Throws(IOException::class) open fun kept(): Byte = 1
    open fun lost(): Byte = 1
    @Throws(IllegalStateException::class) open fun unchecked(): Byte = 1
    @Throws(IOException::class) open fun below(): Byte = 1
}
