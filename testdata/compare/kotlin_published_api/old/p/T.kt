package p

@PublishedApi internal fun gone() {}
@PublishedApi internal fun changed() {}
@PublishedApi internal fun renamed(a: Int) {}
internal fun hidden() {}
fun closed() {}
fun closedFully() {}
class T @PublishedApi internal constructor() {
    @PublishedApi internal val seen: Int = 1
    @PublishedApi internal fun mangled() {}
    internal fun published() {}
    internal fun unseen() {}
}
@PublishedApi internal class Gone
@PublishedApi internal open class Closed
internal class Unseen
class Named
