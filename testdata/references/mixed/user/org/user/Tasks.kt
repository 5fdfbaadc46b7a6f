package org.user

class Tasks {
    private fun warm() {}

    inner class Task : Runnable, () -> Unit {
        override fun run() {} //= java.lang.Runnable#run() override exact
        override fun invoke() {
            warm() //= org.user.Tasks#warm() call high
        }
    }

    inner class Pairs : Int.(String) -> Boolean {
        override fun invoke(one: Int, other: String): Boolean {
            warm() //= org.user.Tasks#warm() call high
            return true
        }
    }

    fun all(task: Task, pairs: Pairs) {
        task.invoke() //= org.user.Tasks.Task#invoke() call high
        task() //= org.user.Tasks.Task#invoke() call high
        pairs(1, "a") //= org.user.Tasks.Pairs#invoke(Int, String) call high
    }
}
