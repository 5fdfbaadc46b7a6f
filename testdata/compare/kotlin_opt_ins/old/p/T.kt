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

@RequiresOptIn(message = "This is a WARNING", level = RequiresOptIn.Level.ERROR)
annotation class Shouted

@RequiresOptIn(level = RequiresOptIn.Level.WARNING)
annotation class ExperimentalTime

class Heard

class Timed

@Delicate
class Around {
    class Within {
        fun within() {}
    }

    companion object {
        fun shared() {}
    }
}
