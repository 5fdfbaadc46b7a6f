package p

interface Above { fun named(): String = "" }
interface Face : Above {
    val kept: Int get() = 2
    val given: Int
    val more: Int
    val offered: Int get() = 3
    fun done() {}
    fun asked()
    override fun named(): String = "face"
    private fun own() {}
    companion object { const val ONE = 1; fun of() {} }
}
sealed interface Closed { fun done() {} }
internal interface Own { fun done() {} }
interface Marked { @JvmDefault fun done() {} }
interface Up { fun brought() {} }
interface More : Up
@JvmDefaultWithCompatibility interface Said { fun done() {} }
class Made : Up
