@file:Suppress("x")

package zoo.`in`.deep // the package

// before
import java.util.*
import kotlin.collections.List as KList
/* between */ import a.b.`when`
import single

import last.One; import last.Two

/** Documented. */
class C
