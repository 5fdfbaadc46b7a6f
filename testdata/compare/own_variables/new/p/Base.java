package p;

import java.util.List;
import java.util.Map;

public interface Base<A> {
    <T> void any(T t);

    <N extends Number> void sum(Object a, N b);

    <V, M extends Map<?, V>> void values(M map);

    <T> void all(T[] many);

    <T, U> void two(T t, U u);

    <T extends Comparable<T>> void ordered(T t);

    <T extends A> void within(List<T> list, T t);

    void given(A a);

    <T> void both(A a, T t);
}
