package p

@RequiresOptIn
annotation class Delicate

@RequiresOptIn(level = RequiresOptIn.Level.WARNING)
annotation class Warned

@RequiresOptIn(message = "WARNING: may change", level = RequiresOptIn.Level.ERROR)
annotation class Raised

annotation class Plain

@Delicate
class Gains

@Warned
class Warns

@Delicate
class Asks {
    @Delicate
    fun already() {}
}

class T {
    @Delicate
    fun gains() {}

    @ExperimentalStdlibApi
    fun known() {}

    @Plain
    fun plain() {}

    fun loses() {}

    @Delicate
    internal fun inside() {}
}

@RequiresOptIn(message = "This is a WARNING", level = RequiresOptIn.Level.ERROR)
annotation class Shouted

@RequiresOptIn(level = RequiresOptIn.Level.WARNING)
annotation class ExperimentalTime

@Shouted class Heard

@ExperimentalTime class Timed

@Delicate
class Around {
    @Delicate class Within {
        @Delicate fun within() {}
    }

    companion object {
        @Delicate fun shared() {}
    }
}
