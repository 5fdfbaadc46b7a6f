package p;

public class T {
    public interface Builder<R> {}

    public interface Shown {}

    public static class Diff implements Builder<String> {}

    public static class Bound<X extends Builder<String>> {}

    public static class Outer {
        public static class Inner implements Shown {}
    }
}
