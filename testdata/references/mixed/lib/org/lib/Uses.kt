package org.lib

fun uses(given: Given?, other: Any) {
    all("a", "b", last = true) //= org.lib.Top#all(String..., Boolean) call exact
    each(1, 2) //= org.lib.Top#each(T...) call exact
    (given ?: error("none")).number(1) //= org.lib.Given#number(Int) call high
    if (other !is Given) error("no")
    other.number(2) //= org.lib.Given#number(Int) call high
}

fun required(other: Any) {
    require(other is Given)
    other.size = 3 //= org.lib.Given#size write high
}

class Quoted { fun `is it so`() {} }
class Outer { inner class Inner(val text: String) }
typealias Aliased = Given
open class Base(given: Aliased) //= org.lib.Aliased type exact
class First(given: Given) : Base(given) //= org.lib.Base#<init>(Aliased) call exact
class Second : Base {
    constructor(given: Given) : super(given) //= org.lib.Base#<init>(Aliased) call exact
}

fun made(outer: Outer) {
    outer.Inner("a") //= org.lib.Outer.Inner#<init>(String) new high
    Quoted().`is it so`() //= org.lib.Quoted#`is it so`() call high
    Aliased("b") //= org.lib.Aliased new exact
}

fun picked() {
    pick("a").hit() //= org.lib.Top#pick(String) call exact | org.lib.Picked#hit() call high
    pick("a", "b") //= org.lib.Top#pick(String...) call exact
}
