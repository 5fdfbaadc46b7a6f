package org.example.clock

expect class Clock {
    fun now(): Long
}
