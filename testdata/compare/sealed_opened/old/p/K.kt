package p

sealed interface Way
class Here : Way
sealed class Kind
class Some : Kind()
