package org.lib

/** What Kotlin's types have from the JDK alone. */
fun ofJdk(map: MutableMap<String, Int>, read: Map<String, Int>, all: MutableList<String>, one: List<String>, of: Throwable) {
    map.computeIfAbsent("") { 1 } //= java.util.Map#computeIfAbsent(K, Function) call high
    read.computeIfAbsent("") { 1 }
    all.stream() //= java.util.Collection#stream() call high
    all.stream().count() //= java.util.Collection#stream() call high | java.util.stream.Stream#count() call high
    one.stream() //= java.util.Collection#stream() call high
    all.removeIf { it.length == 1 } //= java.util.Collection#removeIf(Function) call high | java.lang.String#length() call high
    one.removeIf { true }
    of.localizedMessage //= java.lang.Throwable#getLocalizedMessage() call high
    of.stackTrace.length //= kotlin.ThrowablesKt#stackTrace read high | java.lang.String#length() call high
}
