package org.kt

actual fun platform(name: String, code: Int): String = name + code

actual class Engine {
    actual fun start() {
        warm() //= org.kt.Engine#warm() call high
        platform("here") //= org.kt.PlatformJvmKt#platform call exact | org.kt.PlatformKt#platform call exact
    }

    private fun warm() = Unit
}
