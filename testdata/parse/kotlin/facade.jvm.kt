package zoo

class NotInFacade

fun top() = 1

val property = 2
