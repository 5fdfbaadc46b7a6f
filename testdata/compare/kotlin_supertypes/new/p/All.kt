package p

abstract class All : RuntimeException(), Iterable<String>, Cloneable, Comparable<All>
