package p

import b.shortened
import java.sql.Date
import kotlin.collections.ArrayList

fun now(): Any = Date(0)
fun told(text: String): String = text.shortened()
fun list(): Any = ArrayList<String>()
fun ended(): Any = EOFException()

typealias EOFException = java.io.EOFException
