package p

open class Leaf : Tree(), Kept
