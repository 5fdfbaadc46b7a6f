package p

import a.shortened
import java.util.Date
import java.io.EOFException
import java.util.ArrayList

fun now(): Any = Date(0)
fun told(text: String): String = text.shortened()
fun list(): Any = ArrayList<String>()
fun ended(): Any = EOFException()
