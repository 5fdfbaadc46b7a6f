package p

@RequiresOptIn
annotation class Delicate

@RequiresOptIn(level = RequiresOptIn.Level.WARNING)
annotation class Warned

@RequiresOptIn(message = "WARNING: may change", level = RequiresOptIn.Level.WARNING)
annotation class Raised

annotation class Plain

class Gains

class Warns

@Delicate
class Asks {
    fun already() {}
}

class T {
    fun gains() {}

    fun known() {}

    fun plain() {}

    @Delicate
    fun loses() {}

    internal fun inside() {}
}
