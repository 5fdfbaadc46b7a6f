#!/usr/bin/env kotlin
import a.B

plugins { id("x") }

val version = "1"
fun helper(): Int = 1
class InScript
tasks.register("x") { doLast { } }
