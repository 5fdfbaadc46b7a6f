package q;

public class Base {
    static class C {}
}
