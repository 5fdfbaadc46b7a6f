package zoo

class A(b: B) : B by b {
    fun own() {}
}

class C(map: Map<String, Int>) : Map<String, Int> by map, B by create(map) where String : Any {
    val x = 1
}

class D : B by object : B {
    fun hidden() {}
} {
    fun visible() {}
}

class E : B by lazyOf({ 1 }), I

class F : (Int) -> String, suspend () -> Unit {
    override fun invoke(p: Int) = ""
}

class G : @Marker Base("x"), @Other(1) I {
    fun g() {}
}
class H : Outer.Inner<List<Int>>(1) { }
