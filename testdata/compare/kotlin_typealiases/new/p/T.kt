package p

interface Above
class One : Above
class Two : Above
typealias Changed = Two
typealias Given = List<Two>
typealias Kept = p.One
typealias Maybe = One?
