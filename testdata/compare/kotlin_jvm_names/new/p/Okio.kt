@file:JvmName("Okio")
package p

@JvmName("blackhole") fun blackholeSink(): String = ""
@JvmName("other") fun gone(): String = ""
