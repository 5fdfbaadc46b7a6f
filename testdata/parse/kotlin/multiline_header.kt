package zoo

public   abstract
class Wide<
    K : Any, // the key
    V
>   /* gap */ (
    first: K,
    second: V, // the value
)
    :   Base<K>(
        first,
    ),
    Other
    where K : Comparable<K>,
          V : Any
{
    fun <
        T
    > many(
        a: T, /* one */
        b: Map<
            String,
            Int,
        >,
    )
        : List<
            T
        > =
        listOf()

    val text: String = """
        raw
    """
    fun raw(text: String = """
        two
        lines
    """) {}
}
