package org.lib

class Renamed(val text: String)
typealias Short = Renamed
fun renamed() {
    Short("a") //= org.lib.Renamed#<init>(String) new exact | org.lib.Short new exact
    Renamed("b") //= org.lib.Renamed#<init>(String) new exact
}
