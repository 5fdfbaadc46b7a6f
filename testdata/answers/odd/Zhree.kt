@file:JvmName("Three")
@file:JvmMultifileClass

package odd

import kotlin.math.min

fun three(vararg xs: Int) =
    min(3, 4) // three
