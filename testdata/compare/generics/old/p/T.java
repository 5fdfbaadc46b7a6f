package p;

import java.util.List;

public class T<A> {
    public void taken(List<String> all) {}
    public List<String> given() { return null; }
    public <X> void bounded(List<X> all) {}
    public <X> X renamed(X one) { return one; }
    public <X extends Object> void same(List<X> all) {}
    public void any(List<?> all) {}
    public void above(List<?> all) {}
    public void erased(A one) {}
    public static class More<A> { }
}
