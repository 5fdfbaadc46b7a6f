package org.example.clock

actual class Clock {
    actual fun now(): Long = System.currentTimeMillis()
}
