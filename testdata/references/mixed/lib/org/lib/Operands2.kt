package org.lib

import org.lib.Shop.sell //= org.lib.Sells#sell() import exact

private fun hidden() = 2

fun seenToo() = hidden() //= org.lib.Operands2Kt#hidden() call exact

interface Sells {
    fun sell() = 1
}

object Shop : Sells

fun sold() = sell() //= org.lib.Sells#sell() call exact
