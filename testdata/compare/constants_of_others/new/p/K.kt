package p

private const val BASE = 2

object K { const val V = 2 }

class With { companion object { const val C = 2 } }
