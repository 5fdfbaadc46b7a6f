package p

sealed class K {
    class A : K()
}

abstract class Closed
