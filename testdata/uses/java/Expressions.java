// names: run, Task, size, Mode, FAST
package org.example;

import java.util.List;
import java.util.Map;
import org.example.Task;
import static org.example.Mode.FAST;

@Task(size = 3)
class Expressions<T extends Task> extends Base<Task> implements Outer.Task {
    private final Task task = new Task(1, FAST);
    List<? super Task> size;

    Expressions() {
        this(new Task() {
            int size;
            @Override public void run(int n) { size = n; run(size); }
        });
    }

    <R extends Runnable> Task go(List<Task> list, Map<String, Task[]> map, Task... rest) throws Task {
        for (Task one : list) one.run(list.size(), "a" + 1 + 'c');
        for (var one : map.entrySet()) one.getValue()[0].run();
        list.stream().filter(x -> x.size > 1).map(Task::size).forEach(y -> { y.run(); });
        var made = cond ? new Task(2) : (Task) null;
        made.run().run(rest[0], -1, 1 << 2, 2 * 3.0, !true);
        if (!(made instanceof Task t)) return null;
        t.run();
        try (Task r = open(); var q = r.run()) { q.run(); } catch (Task | Error e) { e.run(); }
        switch (mode) { case FAST -> run(); case Task u when u.size > 0 -> u.run(); default -> {} }
        Outer.Task.run(Task.class, Outer.this.size, super.size(), this.size++);
        a.b.Task.run(() -> run(), Task[]::new, Task::new);
        class Local extends Task { void run() { } Task m() { return new Local(); } }
        new Local().m().run();
        size = list.size();
        return supply(() -> { return made; }).run(switch (mode) { case FAST -> 1; default -> { yield 2L; } });
    }

    /** See {@link Task#run(int, String)} and {@link #size}; run it. */
    enum Mode { FAST(1) { void run() { FAST.run(); } }, SLOW; Mode(int... n) { } }

    record Task(int size, Mode mode) { Task { size.run(); } }
}
