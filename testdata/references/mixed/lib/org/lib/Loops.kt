package org.lib

class Step {
    fun next() = Step()
    fun isLast(): Boolean = true
}

/** The condition of a `do` sees what its body declares. */
fun loops(first: Step) {
    do {
        val step = first.next() //= org.lib.Step#next() call high
    } while (step.isLast()) //= org.lib.Step#isLast() call high
    do first.next() //= org.lib.Step#next() call high
    while (first.isLast()) //= org.lib.Step#isLast() call high
}
