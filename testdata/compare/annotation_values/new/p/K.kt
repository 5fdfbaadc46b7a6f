package p

@Deprecated("old", ReplaceWith("another()")) fun told() {}
class K(@field:T.Mark(name = "b") val held: Int) {
    @get:T.Mark(name = "b") val got: Int = 1
}
