package p

fun make(): Grown = throw Error()

fun perhaps(grown: Grown?): Grown? = grown

fun text(text: Text?): Text? = text

fun around(around: Around): Int = 1

fun all(grown: List<Grown>): Array<Grown> = throw Error()

fun kept(kept: Kept): Kept = kept

class Holder(val grown: Grown) {
    fun take(grown: Grown): Int = 1
}
