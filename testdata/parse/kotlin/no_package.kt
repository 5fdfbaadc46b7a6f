import a.B

class InDefaultPackage

fun main() { println() }
