package p

class Id(val raw: Int)
@JvmInline value class Kept(val raw: Int)
@JvmInline value class Late(val raw: Int)
fun taken(id: Id) {}
fun given(): Id = Id(1)
fun perhaps(): Id? = null
fun listed(ids: List<Id>) {}
fun kept(id: Kept): Kept = id
fun late(late: Late) {}
class Holder(val id: Id) {
    companion object { @JvmStatic fun of(id: Id) {} }
}
