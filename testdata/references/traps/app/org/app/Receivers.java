package org.app;

import org.base.Base; //= org.base.Base import exact
import org.base.Named; //= org.base.Named import exact
import static org.base.Base.LIMIT; //= org.base.Base import exact | org.base.Base#LIMIT import exact

class Receivers {
    private Work field;
    private final Work[] many = new Work[LIMIT]; //= org.base.Base#LIMIT read exact

    void locals(Work parameter) {
        Work local = parameter;
        local.run(1); //= org.base.Base#run(int) call high
        parameter.run(2L); //= org.app.Work#run(long) call high
        field.run(LIMIT); //= org.base.Base#run(int) call high | org.base.Base#LIMIT read exact
        this.field.run('c'); //= org.base.Base#run(int) call high
        many[0].run((short) 1); //= org.base.Base#run(int) call high
        for (Work one : many) one.run(1f > 0 ? 1 : 2); //= org.base.Base#run(int) call high
        for (var one : many) { one.run(1); } //= org.base.Base#run(int) call high
        var inferred = make();
        inferred.run(1); //= org.base.Base#run(int) call high
        make().self().name(); //= org.base.Named#self() call high | org.base.Named#name() call high
        inferred.get().run(1); //= org.base.Base#get() call high | org.base.Base#run(int) call high
        Base.first(inferred, parameter).run(1); //= org.base.Base type exact | org.base.Base#first(E, E) call exact | org.base.Base#run(int) call high
    }

    String mode(Work.Mode mode) {
        switch (mode) {
            case FAST: return "fast"; //= org.app.Work.Mode#FAST read high
            default: return Work.Mode.FAST.toString(); //= org.app.Work.Mode#FAST read exact
        }
    }

    Work make() {
        return new Work(null); //= org.app.Work#<init>(Work) new exact
    }

    void patterns(Object o) {
        if (o instanceof Work w && w.get() != null) w.run(1); //= org.base.Base#get() call high | org.base.Base#run(int) call high
        if (!(o instanceof Named n)) return; //= org.base.Named type exact
        n.name(); //= org.base.Named#name() call high
        switch (o) {
            case Work w -> w.run(3); //= org.base.Base#run(int) call high
            case Named m when m.name() != null -> m.self(); //= org.base.Named type exact | org.base.Named#name() call high | org.base.Named#self() call high
            default -> {}
        }
    }

    /** Something else with the same name. */
    void run(int times) {
        run(times);
        Runnable r = () -> run(1);
        Other.run(1);
        new Other().run(2);
    }

    static class Other {
        static void run(int times) {}
        int value;
    }
}
