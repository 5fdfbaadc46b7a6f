package p

@Deprecated("old", ReplaceWith("other()")) fun told() {}
class K(@field:T.Mark(name = "a") val held: Int) {
    @get:T.Mark(name = "a") val got: Int = 1
}
