package org.lib

/** Defaults that hold what stands between parameters. */
class Marks {
    fun joined(of: String, separator: CharSequence = ", (", mark: Char = ')', last: (String) -> Unit) {}

    fun sized(of: Int, size: Int = if (of < 1) 1 else 2, last: (String) -> Unit) {}

    fun escaped(of: String, separator: CharSequence = "\",", raw: CharSequence = """a"\, """, last: (String) -> Unit) {}

    fun all() {
        joined("a") {} //= org.lib.Marks#joined(String, CharSequence, Char, (String) -> Unit) call high
        joined("a", mark = 'a') {} //= org.lib.Marks#joined(String, CharSequence, Char, (String) -> Unit) call high
        sized(1) {} //= org.lib.Marks#sized(Int, Int, (String) -> Unit) call high
        escaped("a") {} //= org.lib.Marks#escaped(String, CharSequence, CharSequence, (String) -> Unit) call high
    }
}
