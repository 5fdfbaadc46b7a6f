package p

interface Above
class One : Above
class Two : Above
typealias Changed = One
typealias Given = List<One>
typealias Kept = One
typealias Maybe = One
