package p

private const val BASE = 1

object K { const val V = 1 }

class With { companion object { const val C = 1 } }
