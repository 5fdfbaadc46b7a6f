package org.lib

class Many {
    fun ints(vararg of: Int) {}
    fun ints(vararg of: Long) {}
    fun one(of: Int) {}
    fun one(of: Long) {}
    fun texts(vararg of: String) {}
    fun texts(of: List<String>) {}
    fun mixed(first: Int, second: Boolean, third: Int = 1) {}
    fun mixed(first: String, second: Boolean) {}
    fun left(of: String, more: Int = 3) {}
    fun left(vararg of: String) {}
    fun given(of: String, more: Int = 3) {}
    fun given(of: String) {}
    fun <T> bare(of: T) {}
    fun bare(of: Any) {}
    fun <T> wide(of: T, more: Int = 3) {}
    fun wide(of: Any, vararg more: Int) {}
}

fun many(many: Many, array: Array<String>, list: List<String>) {
    many.ints(1, 2) //= org.lib.Many#ints(Int...) call high
    many.ints(1L, 2) //= org.lib.Many#ints(Long...) call high
    many.one(1) //= org.lib.Many#one(Int) call high
    many.one(1L) //= org.lib.Many#one(Long) call high
    many.one(3_000_000_000) //= org.lib.Many#one(Long) call high
    many.one(0x7FFFFFFF) //= org.lib.Many#one(Int) call high
    many.one(0x80000000) //= org.lib.Many#one(Long) call high
    many.texts(of = array) //= org.lib.Many#texts(String...) call high
    many.mixed(first = 1, true) //= org.lib.Many#mixed(Int, Boolean, Int) call high
    many.mixed(1, second = true, 2) //= org.lib.Many#mixed(Int, Boolean, Int) call high
    many.mixed(third = 3, second = true, first = 1) //= org.lib.Many#mixed(Int, Boolean, Int) call high
    many.mixed("a", second = true) //= org.lib.Many#mixed(String, Boolean) call high
    many.texts(*array) //= org.lib.Many#texts(String...) call high
    many.texts("a", *array) //= org.lib.Many#texts(String...) call high
    many.texts(of = list) //= org.lib.Many#texts(List) call high
    many.left("a") //= org.lib.Many#left(String, Int) call high
    many.left(of = "a") //= org.lib.Many#left(String, Int) call high
    many.left("a", "b") //= org.lib.Many#left(String...) call high
    many.left(*array) //= org.lib.Many#left(String...) call high
    for (one in array) many.left(one) //= org.lib.Many#left(String, Int) call high
    many.left() //= org.lib.Many#left(String...) call high
    many.given("a") //= org.lib.Many#given(String) call high
    many.given("a", 1) //= org.lib.Many#given(String, Int) call high
    many.bare("a") //= org.lib.Many#bare(Any) call high
    many.wide("a") //= org.lib.Many#wide(T, Int) call high
    many.texts(of = arrayOf("a")) //= org.lib.Many#texts(String...) call high
}
