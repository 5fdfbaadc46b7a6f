package zoo
class A { val x = 1 }
interface B { fun f(): Int }
class C { fun g() }
class D { fun m() {} }
data class E(val d: B) : B by d { fun m() {} }
object F { val a = 1; fun b() = 2; class G { val c = 3 } }
enum class H { X, Y; fun f() = 1 }
sealed interface I { data class J(val x: Int) : I; object K : I { val y = 1 } }
class L {fun m() = 1}
class M { companion object { val x = 1 } } ; class N
