package zoo

class `class name` { class `in` }
fun `a b`(`c d`: `class name`): `class name` = `c d`
class Größe(val größe: Int)
val _x = 1
val `$` = 2
typealias `t` = `class name`
