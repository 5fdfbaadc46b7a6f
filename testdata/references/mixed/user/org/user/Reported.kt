package org.user

import java.io.EOFException
import java.io.IOException
import java.util.ArrayList
import org.lib.Renamed
import org.lib.Reports
import org.lib.firstOf

class Reported(private val to: Reports) : Reports {
    override fun failed(error: IOException) { //= org.lib.Reports#failed(IOException) override exact
        to.failed(error) //= org.lib.Reports#failed(IOException) call high
        to.failed(EOFException()) //= org.lib.Reports#failed(IOException) call high
    }

    fun own(error: org.lib.IOException) {
        failed(error) //= org.user.Reported#failed(IOException) call high
        to.failed(error) //= org.lib.Reports#failed(IOException) call high
    }

    fun first(all: ArrayList<Renamed>) = firstOf(all).text //= org.lib.Renamed#text read high
}
