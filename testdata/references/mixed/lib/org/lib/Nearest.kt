package org.lib

open class Pet {
    open fun speak() {}
}
class Puppy : Pet() {
    override fun speak() {} //= org.lib.Pet#speak() override exact
}
class Kitten : Pet() {
    override fun speak() {} //= org.lib.Pet#speak() override exact
}

fun <T> several(vararg all: T): List<T> = TODO()
fun <T> List<T>.and(one: T): List<T> = TODO()
fun <T> chosen(one: T, by: (T) -> Boolean): T = TODO()
fun <T> longest(one: T, other: T): T = TODO()
fun Long.doubled() {}
fun Int.doubled() {}

/** What several arguments have in common. */
class Commons {
    fun pets(puppy: Puppy, kitten: Kitten, pet: Pet, by: (Pet) -> Boolean) {
        for (one in several(puppy, kitten)) one.speak() //= org.lib.Pet#speak() call high
        for (one in several(puppy, puppy)) one.speak() //= org.lib.Puppy#speak() call high
        for (one in several(puppy, null, pet)) one?.speak() //= org.lib.Pet#speak() call high
        for (one in several(puppy).and(kitten)) one.speak() //= org.lib.Pet#speak() call high
        for (one in several<Pet>(puppy, puppy)) one.speak() //= org.lib.Pet#speak() call high
        chosen(puppy, by).speak() //= org.lib.Puppy#speak() call high
    }

    fun numbers(long: Long) {
        longest(long, 1).doubled() //= org.lib.NearestKt#doubled(Long) call high
        longest(1, long).doubled() //= org.lib.NearestKt#doubled(Long) call high
        longest(1, 2).doubled() //= org.lib.NearestKt#doubled(Int) call high
    }
}

class Yard {
    val own = 1
}
fun Yard.shut() {}
val Yard.size: Int get() = 1
fun <R> inside(one: Yard, block: Yard.() -> R): R = one.block()

/** What extends a nearer receiver goes before the members of one farther out. */
class Street {
    val size = 2
    fun shut() {}

    fun all(one: Yard) {
        shut() //= org.lib.Street#shut() call high
        inside(one) { shut() } //= org.lib.NearestKt#shut(Yard) call high
        inside(one) { size } //= org.lib.NearestKt#size read high
        println(size) //= org.lib.Street#size read high
    }

    private fun println(of: Any) {}
}

sealed class Outcome<out T> {
    class Fine<T>(val value: T) : Outcome<T>()
    class Lost : Outcome<Nothing>()
}

/** A class that is tested for without its arguments has those of the value. */
class Tested {
    fun all(of: Outcome<Puppy>) {
        if (of is Outcome.Fine) of.value.speak() //= org.lib.Puppy#speak() call high | org.lib.Outcome.Fine#value read high
        when (of) {
            is Outcome.Fine -> of.value.speak() //= org.lib.Puppy#speak() call high | org.lib.Outcome.Fine#value read high
            is Outcome.Lost -> {}
        }
    }
}

@JvmName("totalOfPuppies") fun List<Puppy>.total(): Puppy = TODO()
@JvmName("totalOfKittens") fun List<Kitten>.total(): Kitten = TODO()
@JvmName("fed") fun fed(all: List<Puppy>) {}
fun fed(all: Collection<Kitten>) {}

/** Functions that the arguments of a type tell apart. */
fun totals(puppies: List<Puppy>, kittens: List<Kitten>) {
    puppies.total().speak() //= org.lib.Puppy#speak() call high
    kittens.total().speak() //= org.lib.Kitten#speak() call high
    fed(puppies) //= org.lib.NearestKt#fed(List) call exact
    fed(kittens) //= org.lib.NearestKt#fed(Collection) call exact
}
