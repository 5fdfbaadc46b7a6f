package p;

/** Which methods a builder has is not told by rules here. */
public class Built {
    private int a;

    Built(int a) {
        this.a = a;
    }

    public static BuiltBuilder builder() {
        return new BuiltBuilder();
    }

    public void gone() {}

    public static class BuiltBuilder {
        private int a;

        public BuiltBuilder a(int a) {
            this.a = a;
            return this;
        }

        public Built build() {
            return new Built(a);
        }
    }
}
