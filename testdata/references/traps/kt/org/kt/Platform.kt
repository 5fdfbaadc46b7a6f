package org.kt

expect fun platform(name: String, code: Int = 1): String

expect class Engine {
    fun start()
}
