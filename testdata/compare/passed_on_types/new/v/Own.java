package v;

// The member type hides the variable.
public class Own<T> {
    public T m() {
        return null;
    }
}
