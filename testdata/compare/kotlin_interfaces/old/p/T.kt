package p

interface Above { fun named(): String = "" }
interface Face : Above {
    val kept: Int
    val given: Int get() = 1
    companion object
}
sealed interface Closed
internal interface Own
interface Marked
interface Up { fun brought() {} }
interface More
@JvmDefaultWithCompatibility interface Said
class Made
