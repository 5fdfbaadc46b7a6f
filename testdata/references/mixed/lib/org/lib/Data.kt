package org.lib

data class Pack<T>(val name: String, val size: Int, val of: T) {
    constructor(name: String) : this(name, 1, TODO()) //= org.lib.Pack#<init>(String, Int, T) call exact
    fun hit(of: T) {}
}

class Plain(val name: String) {
    operator fun component1(): Int = 1
    fun copy(): Plain = this
}

fun data(pack: Pack<Picked>, plain: Plain) {
    pack.copy(size = 2).hit(Picked()) //= org.lib.Pack#copy(String, Int, T) call high | org.lib.Pack#hit(T) call high
    pack.component1() //= org.lib.Pack#component1() call high
    val (name, _, picked) = pack //= org.lib.Pack#component1() call high | org.lib.Pack#component3() call high
    picked.hit() //= org.lib.Picked#hit() call high
    pack.component3().hit() //= org.lib.Picked#hit() call high | org.lib.Pack#component3() call high
    plain.copy() //= org.lib.Plain#copy() call high
    val (number) = plain //= org.lib.Plain#component1() call high
    listOf(pack).forEach { (name) -> name.length } //= kotlin.collections.CollectionsKt#forEach(Iterable, (T)->Unit) call medium
}

fun twice(pack: Pack<Int>) = pack.run { copy("a") } //= org.lib.Pack#copy(String, Int, T) call medium
//? org.lib.Pack#component2()
