package m;

// Unchanged, as is what its supertype says of itself, but for an import.
public class User extends Mid {
    public T t;
}
