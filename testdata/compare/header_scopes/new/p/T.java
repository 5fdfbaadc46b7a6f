package p;

public class T {
    public interface Builder<R> {}

    public interface Shown {}

    public static class Diff implements Builder<String> {
        public static class Builder<R> {
            public Builder<R> with() { return this; }
        }
    }

    public static class Bound<X extends Builder<String>> {
        public interface Builder<R> {}
    }

    public static class Outer {
        public interface Shown {}

        public static class Inner implements Shown {}
    }
}
