// names: nm, of, call
enum class Co(val hex: String) { R("a"), S("b"); fun nm() = hex }

class Holder(var of: Any) {
    fun own(a: Co) {
        a.nm()
        (a).nm()
    }

    fun first(a: Co) {
        (a).nm()
    }

    fun branch(a: Co, b: Any): String = if (a == b)
        (b as Co).nm()
    else a.nm()

    fun oneLine(a: Co, b: Co) = if (a == b) (a).nm() else (b).nm()

    fun lastBranch(x: Boolean, b: Any) { if (x)
        (b as Co).nm() }

    fun returned(x: Boolean, b: Any): Any {
        return if (!x)
            (b as Co).nm()
        else
            (b).call()
    }

    fun loops(all: List<Any>) {
        for (one in all)
            (one as Co).nm()
        while (all.isEmpty())
            (all[0] as Co).nm()
        do {
            call()
        } while (all.isEmpty())
        (all[0] as Co).nm()
        do (all).call() while (false)
    }

    fun behindSemicolon(a: Co) { a.nm(); (a).nm() }

    fun cases(c: Co) = when (c) { Co.R ->
        (c as Co).nm()
      else -> (c).nm() }

    fun postfix(a: Co?, b: Co) { a!!
        (b).nm()
        var i = 0; i++
        (a ?: b).nm()
        i--
        (b).nm() }

    fun types(a: Any, b: Co) {
        val x: Co?
        (b).nm()
        val y = a as List<Co>
        (b).nm()
        val z = b !is Co
        (b as Co).nm()
    }

    fun continued(a: Int, b: Int, c: Any) {
        val x = a shl
            (b + call())
        val y = (a) or
            (b).call()
        val z = a <
            (b).call()
        val u = !a.of
        (c as Co).nm()
        val v by
            (c).call()
        val w = call(a
            (b).nm())
        throw
            (c).call()
    }

    fun jumps(a: Co): Any {
        run { return@run
            (a).nm() }
        if (call()) return
        (a).nm()
        return
        (a).nm()
    }

    fun lambdas(all: List<Co>) {
        all.map { (a) -> a.nm() }
        all.map { (it).nm() }
        all.map { a ->
            (a).nm()
        }
        val f: (Co) -> (Co) = { (it) }
        all.map { (a), b -> call(a, b) }
    }

    fun assigned(a: Holder) {
        call()
        (a).of = 1
        (a as Holder).of = call()
        (a).of.call()
    }

    fun told(a: Any) {
        if (a is Co)
            (a).nm()
        "${if (call()) (a).nm() else (a).call()}"
    }
}
