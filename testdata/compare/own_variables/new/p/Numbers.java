package p;

/** Nothing in a class that others extend is asked of them where it is inherited. */
public interface Numbers extends Base<Integer> {
    void any(Object t);

    void sum(Object a, Number b);

    void all(Object[] many);

    <X, Y> void two(X x, Y y);

    <X extends Integer> void within(java.util.List<X> list, X x);

    void given(Integer a);

    void both(Integer a, Object t);
}
