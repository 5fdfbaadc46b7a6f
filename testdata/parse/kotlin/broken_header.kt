package zoo

class A {
    fun fine() {}
    fun (((
    val x = 1
}

class B
