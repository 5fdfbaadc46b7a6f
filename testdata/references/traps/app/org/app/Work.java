package org.app;

import org.base.Base; //= org.base.Base import exact

/** Overrides one of the two. */
class Work extends Base<Work> { //= org.base.Base extends exact
    Work(Work value) {
        super(value); //= org.base.Base#<init>(T) call exact
    }

    Work(Work value, int one, int two) {
        super(value, one, two); //= org.base.Base#<init>(T, int...) call exact
    }

    @Override
    public void run(long times) { //= org.base.Base#run(long) override exact
        super.run(times); //= org.base.Base#run(long) call high
        value.value = null; //= org.base.Base#value read high | org.base.Base#value write high
        Inner inner = new Inner(); //= org.base.Base.Inner type exact | org.base.Base.Inner new exact
        inner.depth++; //= org.base.Base.Inner#depth write high
    }

    enum Mode {
        FAST, SLOW;

        static Mode best(Mode mode) {
            return mode == SLOW ? Mode.FAST : Mode.valueOf("FAST"); //= org.app.Work.Mode#FAST read exact
        }
    }

    static void own(Work work) {
        work.run(1L); //= org.app.Work#run(long) call high
    }
}
