package p

typealias Plain = q.Plain
typealias Face = q.Face
typealias One = q.One
class Back(val x: Int)
class Holder { fun take(face: Face) {} }
