package org.app;

import org.base.*;
import static org.base.Maps.*; //= org.base.Maps import exact

class Lambdas {
    void all(Maker<Work, Named> maker, Work work) { //= org.base.Maker type exact | org.base.Named type exact
        with(work, w -> w.get()).run(1); //= org.base.Maps#with(A, Maker<A, R>) call exact | org.base.Base#get() call high | org.base.Base#run(int) call high
        with(work, w -> { w.run(1); return w; }); //= org.base.Maps#with(A, Maker<A, R>) call exact | org.base.Base#run(int) call high
        Maps.with(work, Work::get).name(); //= org.base.Maps type exact | org.base.Maps#with(A, Maker<A, R>) call exact | org.base.Base#get() method_reference high | org.base.Base#name() call high
        Maker<Work, Work> typed = w -> w.get(); //= org.base.Maker type exact | org.base.Base#get() call high
        maker.twice().make(work).name(); //= org.base.Maker#twice() call high | org.base.Maker#make(A) call high | org.base.Named#name() call high
        Maker<Work, Work> created = Work::new; //= org.base.Maker type exact | org.app.Work#<init>(Work) method_reference exact
        put(1); //= org.base.Maps#put(int) call exact
        put("a"); //= org.base.Maps#put(Object) call exact
        put("a", 1, 2); //= org.base.Maps#put(String, Object...) call exact
        Maker<Work, Named> anonymous = new Maker<>() { //= org.base.Maker type exact | org.base.Named type exact | org.base.Maker new exact
            @Override
            public Named make(Work from) { //= org.base.Named type exact | org.base.Maker#make(A) override high
                return twice().make(from.get()); //= org.base.Maker#twice() call high | org.base.Maker#make(A) call high | org.base.Base#get() call high
            }
        };
    }
}
