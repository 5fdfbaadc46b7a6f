package org.lib

class Templated {
    fun <T> of(): T = TODO()

    fun hit() = 1

    fun other() = 1
}

/** Type arguments, casts and operators in strings. */
class Templates {
    fun all(one: Templated, any: Any) {
        "${one.of<Templated>().hit()}" //= org.lib.Templated#hit() call high | org.lib.Templated#of() call high
        "${1 + one.of<Templated>().hit()}" //= org.lib.Templated#hit() call high | org.lib.Templated#of() call high
        "$any ${(any as Templated).hit()} ${"'$one${if (any is Templated) any.other() else 0}"}" //= org.lib.Templated#hit() call high | org.lib.Templated#other() call high
        """${"\"}${(any as Templated).hit()}"}""" + "${'"'}${"${1 + one.of<Templated>().other()}"}" //= org.lib.Templated#hit() call high | org.lib.Templated#other() call high | org.lib.Templated#of() call high
        "a $one b" + "${one}" + "\${(any as Templated).hit()}"
    }
}
