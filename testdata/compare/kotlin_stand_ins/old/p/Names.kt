package p

typealias Text = String
typealias Texts = List<Text>
typealias Kept = Int
class Made(val a: Int)
typealias Makes = Made
