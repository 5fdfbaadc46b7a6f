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
    }

    public static class Open extends Base<String> {
        @Override
        public void take(String key) {}

        @Override
        public void once(String key) {}
    }

    public abstract static class Partly extends Base<String> {}

    public static final class Closed extends Base<String> {
        @Override
        public void take(String key) {}

        @Override
        public void once(String key) {}
    }

    public static class Made extends Base<String> {
        private Made() {}

        @Override
        public void take(String key) {}

        @Override
        public void once(String key) {}
    }

    public static class Closing extends Open {}

    public static class Far extends org.other.Elsewhere {}
}
