package p

class Given<T : Any>
class Taken<in T>
interface Kept< in A, out  B >
fun lambda(f: Int.() -> Unit) {}
fun later(f: suspend (Int, String) -> Unit) {}
fun spaced(f: Int . (Int)->Unit) {}
val held: (Int) -> Unit = {}
