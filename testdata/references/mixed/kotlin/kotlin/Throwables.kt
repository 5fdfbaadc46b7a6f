package kotlin

val Throwable.stackTrace: String get() = ""
