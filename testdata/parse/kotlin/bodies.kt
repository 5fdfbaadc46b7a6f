package zoo

class Bodies {
    fun guards(x: Any): Int = when (x) {
        is String if x.isEmpty() -> 1
        else if other(x) -> 2
        else -> 3
    }
    val reference = Foo?::bar
    fun strings(): String {
        val a = "${"nested ${"deeper { "} "}"
        val b = """ " ${'$'} "" } """
        val c = $$"""$name $${name}"""
        val d = '"' + '{' + '\'' + "\""
        return a /* } */ // }
    }
    fun labels() { list.forEach lit@{ if (it == 0) return@lit } }
    fun after() {}
    val lambda: (Int) -> Unit = { value ->
        println(value)
    }
    fun last() = object : Runnable {
        override fun run() { }
        val hidden = 1
    }
}
