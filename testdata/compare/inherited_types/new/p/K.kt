package p

class E

// Kotlin inherits no types from interfaces.
class K : Face {
    fun m(e: E): E = e
}
