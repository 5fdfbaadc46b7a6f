package zoo

expect class Clock() {
    fun now(): Long
    companion object { val SYSTEM: Clock }
}

expect open class Stream : Closeable {
    override fun close()
}

internal expect fun platform(): String
expect val separator: Char
expect annotation class JvmField()
expect enum class Level { LOW, HIGH }
expect object Global
