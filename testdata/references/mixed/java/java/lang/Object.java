package java.lang;

public class Object {
    public int hashCode() { return 0; }
}
