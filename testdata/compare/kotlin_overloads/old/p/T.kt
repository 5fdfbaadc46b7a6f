package p

open class First { fun tag(): Any? = null }
open class Last { fun tag(): Any? = null }
class Written { fun tag(): Any? = null }
