package zoo

class A {
    val first = 1
    class B {
        interface C {
            enum class D { X }
            fun c()
        }
        val second = 2
        object E { typealias F = Int }
    }
    inner class G { fun g() {} }
    val third = 3
}
