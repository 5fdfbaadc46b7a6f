package p;

import java.util.List;

public class T<B> {
    public void taken(List<Integer> all) {}
    public List<Integer> given() { return null; }
    public <X extends Runnable> void bounded(List<X> all) {}
    public <Y> Y renamed(Y one) { return one; }
    public <X> void same(List<X> all) {}
    public void any(List<? extends Object> all) {}
    public void above(List<? super Object> all) {}
    public void erased(Object one) {}
    public static class More<A, B> { }
}
