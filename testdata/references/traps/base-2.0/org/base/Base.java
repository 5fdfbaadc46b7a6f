package org.base;

/** The one that others extend: {@link #run(int)}. */ //? org.base.Base#run(int)
public abstract class Base<T> implements Named { //= org.base.Named extends exact
    public static final int LIMIT = 1;
    protected T value;

    protected Base(T value) {
        this.value = value; //= org.base.Base#value write high
    }

    protected Base(T value, int... more) {
        this(value); //= org.base.Base#<init>(T) call exact
    }

    public T get() {
        return value; //= org.base.Base#value read high
    }

    public void run(int times) {
        run((long) times); //= org.base.Base#run(long) call high
    }

    public void run(long times) {
        run(LIMIT); //= org.base.Base#run(int) call high | org.base.Base#LIMIT read exact
    }

    public static <E extends Named> E first(E one, E other) { //= org.base.Named type exact
        return one;
    }

    public class Inner {
        public int depth;
    }

    @Override
    public String name() { //= org.base.Named#name() override exact
        return "base";
    }
}
