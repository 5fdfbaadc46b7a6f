@file:JvmName("Three")
@file:JvmMultifileClass

package odd

fun two() =
    2 // two
