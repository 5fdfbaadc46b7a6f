package zoo

class A {
    fun f() {
        if (true) {
    }
    val x = 1

class B
