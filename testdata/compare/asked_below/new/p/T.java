package p;

public class T {
    public abstract static class Closed {
        Closed() {}
        public int inherited() { return 1; }
        public abstract void must();
        abstract void inside();
    }
    public abstract static class Open extends Closed {
        void inside() {}
    }
    public sealed interface Sealed permits Free { void must(); }
    public non-sealed interface Free extends Sealed {}
    public interface Key { void key(); }
    public sealed interface Keyed extends Key permits Any {}
    public non-sealed interface Any extends Keyed {}
    public abstract static class Answered {
        Answered() {}
        public abstract void must();
    }
    public abstract static class Answering extends Answered {
        public void must() {}
    }
    public abstract static class Alone {
        Alone() {}
        public abstract void must();
    }
    static final class Only extends Alone {
        public void must() {}
    }
    public abstract static class Fresh {
        Fresh() {}
        public abstract void must();
    }
    public abstract static class New extends Fresh {}
}
