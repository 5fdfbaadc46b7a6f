package p

interface Way
class Here : Way
abstract class Kind
class Some : Kind()
