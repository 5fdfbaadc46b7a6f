// names: Task, size, run, Mode, FAST, first, task, Base, name, go, other, Marked, Level
@file:JvmName("Expressions")

package org.example

import org.example.Task
import org.example.tasks.run as start
import org.example.Mode.*

/** See [Task.run] and [Base], not a plain Task. */
@Marked(Task::class, level = Level.FAST)
class Expressions<T : Task>(private val task: Task, count: Int = task.size) : Base(task), Runner by task.other {
    private val first: Task = Task(count)
    val lazyOne by lazy { task.run() }
    var name: String = "Task ${task.name} $count"
        get() = field + task.name
        private set(value) { field = value.first() }

    init { task.go(count) }

    constructor(other: Task) : this(other, other.size)

    companion object : Base() {
        const val FAST = 1
        @JvmStatic fun go(task: Task?): Int = task?.size ?: FAST
    }

    override fun run(other: Any, vararg tasks: Task): Task {
        if (other is Task && other.size > 0) other.run()
        if (other !is Base) return Task(0)
        other.go()
        for (one in tasks) one.run()
        for ((key, value) in mapOf(1 to task)) value.run(key)
        val (left, right) = task.size to Mode.FAST
        left.go(right)
        task.name = "x"
        this.task.size += 1
        tasks[0].run()
        val found = tasks.filter { it.size > 1 }.map { one -> one.name }.first { size -> size.run { go() } }
        task.apply { run(); this.go(name = size, first) { it.run() } }
        with(task) { size }
        when (val mode = task.other) {
            is Mode -> mode.run()
            FAST, Mode.FAST -> go()
            in tasks -> {}
            else -> throw IllegalStateException("$name")
        }
        fun run(size: Int) = size.go()
        run(3)
        val local = object : Task(1), Runnable { override fun run() { size.go(); other() } }
        local.run()
        val reference = Task::run
        val made = ::Task
        listOf(task)?.forEach(Task::size)
        (other as Task).run()
        other.run()
        val x = if (count > 1) task else local
        x!!.run()
        return try { task } catch (e: Base) { e.go() }
    }

    enum class Mode(val size: Int) { FAST(1) { override fun run() = task.go() }, SLOW(Task(1).size) }
}

fun Task.go(): Int = size + this.size
val Task.first: Task get() = run()
infix fun Task.other(task: Task) = this
fun use(a: Task, b: Task) = a other b
typealias Marked2 = Map<String, Task>
inline fun <reified R : Task> run(block: Task.() -> R, crossinline other: (Task) -> Unit): R = Task(1).block().also(other).also { other(it); block.invoke(it) }
