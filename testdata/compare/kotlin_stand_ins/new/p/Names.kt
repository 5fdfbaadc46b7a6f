package p

typealias Text = CharSequence
typealias Texts = List<Text>
typealias Kept = Int
@JvmInline value class Made(val a: Int)
typealias Makes = Made
