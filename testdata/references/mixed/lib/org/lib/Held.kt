package org.lib

import java.util.ArrayList

//? org.lib.Point#x

object Piled : ArrayList<String>()
object Broken : java.lang.Exception()
object Worker : Thread()
class Keeps { companion object : ArrayList<Int>() }

/** Members of Java that are properties of what is named. */
fun held() {
    Piled.size //= java.util.ArrayList#size() call high
    Broken.message //= java.lang.Throwable#getMessage() call high
    Worker.name //= java.lang.Thread#getName() call high
    Worker.name = "" //= java.lang.Thread#setName(String) call high
    Keeps.size //= java.util.ArrayList#size() call high
    Keeps.Companion.size //= java.util.ArrayList#size() call high
}

interface HasName { val name: String }
interface HasMessage { val message: String? }

/** What a class has goes before what an interface has. */
enum class Letter : HasName {
    A;
    fun own() = name //= java.lang.Enum#name() call high | kotlin.Enum#name read high
}
class Reported2 : java.lang.Exception(), HasMessage

fun classes(letter: Letter, named: HasName, told: Reported2, has: HasMessage) {
    letter.name //= java.lang.Enum#name() call high | kotlin.Enum#name read high
    Letter.A.name //= java.lang.Enum#name() call high | kotlin.Enum#name read high
    named.name //= org.lib.HasName#name read high
    told.message //= java.lang.Throwable#getMessage() call high
    has.message //= org.lib.HasMessage#message read high
}

/** Components of a record of Java. */
fun components(of: Point) {
    of.x //= org.lib.Point#x() call high
    of.x() //= org.lib.Point#x() call high
    of.y //= org.lib.Point#y() call high
    of::x //= org.lib.Point#x() method_reference high
}
fun Point.both() = x + this.y //= org.lib.Point#x() call high | org.lib.Point#y() call high
