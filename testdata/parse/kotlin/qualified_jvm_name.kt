@file:kotlin.jvm.JvmMultifileClass @file:kotlin.jvm.JvmName(name = "Qualified")
package zoo
val one = 1
