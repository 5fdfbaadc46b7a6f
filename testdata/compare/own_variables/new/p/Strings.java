package p;

/** What is no erasure of the inherited method is a method of its own. */
public interface Strings extends Base<String> {
    void any(String s);

    void sum(Object a, String p);

    void values(java.util.List<?> l);

    void all(String[] many);

    <X, Y> void two(Y y, Integer x);

    <T extends Number> void ordered(T t);

    <T> void given(T t, T u);

    <T extends Number> void given(T t);

    <T> void both(String a, Integer t);
}
