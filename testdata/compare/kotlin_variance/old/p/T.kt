package p

class Given<out T : Any>
class Taken<T>
interface Kept<in A, out B>
fun lambda(f: (Int) -> Unit) {}
fun later(f: suspend Int.(String) -> Unit) {}
fun spaced(f: Int.(Int) -> Unit) {}
val held: Int.() -> Unit = {}
