package zoo

object Registry : Named, AutoCloseable by Delegate() {
    val entries = mutableListOf<String>()
    fun add(name: String) { entries.add(name) }

    object Inner {
        const val X = 1
    }
}

data object Nothing

public object Before

/** After an object without a body. */
public class After {
    fun f() = listOf<String>()
}

val literal = object : Named { override val name = "" ; fun hidden() = 1 }
