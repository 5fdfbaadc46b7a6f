package p;

public class T {
    interface Shared<K> {
        void take(K key);

        void once(K key);
    }

    public abstract static class Base<K> implements Shared<K> {
        public void plain(String text) {}

        public void generic(K key) {}

        public final void shut() {}

        protected void guarded() {}

        void inside() {}

        public void later() {}
    }

    public static class Open extends Base<String> {
        @Override
        public void take(String key) {}

        @Override
        public void once(String key) {}

        @Override
        public final void plain(String text) {}

        @Override
        public final void generic(String key) {}

        @Override
        protected final void guarded() {}

        @Override
        public final void later() {}

        @Override
        public final String toString() {
            return "";
        }

        public final void plain(int number) {}

        public static void plain() {}

        final void inside() {}
    }

    public abstract static class Partly extends Base<String> {
        @Override
        public final void once(String key) {}

        public final void generic(int key) {}
    }

    public static final class Closed extends Base<String> {
        @Override
        public void take(String key) {}

        @Override
        public void once(String key) {}

        @Override
        public final void plain(String text) {}
    }

    public static class Made extends Base<String> {
        private Made() {}

        @Override
        public void take(String key) {}

        @Override
        public void once(String key) {}

        @Override
        public final void plain(String text) {}
    }

    public static final class Closing extends Open {
        @Override
        public final int hashCode() {
            return 1;
        }
    }

    public static class Far extends org.other.Elsewhere {
        @Override
        public final void there() {}

        public final void maybe() {}
    }
}
