@file:JvmName("Three")
@file:JvmMultifileClass

package odd

import kotlin.math.max

fun one() =
    max(1, 1) // one
