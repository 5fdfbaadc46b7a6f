// names: call, where, Bound
class Holder(val where: Int?) {
    fun lambda(list: List<Int>) {
        list.forEach {
            call(it)
        }

        where?.let {
            call(it)
        }
    }

    fun value() {
        val one = 1
        where?.let { call(it) }
        val two: Int by lazy { 2 }
        where.call(two)
        call()
        where[0] = 1
        call(
            where
        )
        val three = one +
            where.call()
    }

    fun local() {
        fun <T> inner(of: T)
            where T : Bound,
                  T : Comparable<T> {
            call(of)
        }
        fun <T> annotated(of: T): T
            where @Suppress("x") T : Bound = of
        class Inner<T>
        where T : Bound
    }
}
