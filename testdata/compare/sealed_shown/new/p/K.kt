package p

sealed class K {
    class A : K()
    class B : K()
}

sealed class Closed
