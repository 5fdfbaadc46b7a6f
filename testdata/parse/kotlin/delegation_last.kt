package a

// A delegate that ends a declaration without a body is part of it.
@Suppress("X")
object Names : List<String> by listOf<String>(
    "one",
    "two",
)

class Values internal constructor(private val values: List<Int>) :
    Iterable<Int> by values

class Both(a: A, b: B) : A by a,
    B by
    b

/** After. */
fun after() = 1
