package w;

public class H<T extends B> {
    public T t;

    public void set(T t) {}

    public static class B {}
}
