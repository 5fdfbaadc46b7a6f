package p

@PublishedApi internal fun changed(a: Int) {}
@PublishedApi internal fun renamed(b: Int) {}
@PublishedApi internal fun closed() {}
internal fun closedFully() {}
class T {
    internal fun mangled() {}
    @PublishedApi internal fun published() {}
}
@PublishedApi internal class Closed
@PublishedApi internal class Named
