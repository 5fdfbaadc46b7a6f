package v;

// The bound stands in the header, where member types are not in scope.
public class Wide<T extends a.N> {
    public T t;
}
