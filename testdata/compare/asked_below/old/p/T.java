package p;

public class T {
    public abstract static class Closed {
        Closed() {}
        public int inherited() { return 1; }
    }
    public abstract static class Open extends Closed {}
    public sealed interface Sealed permits Free {}
    public non-sealed interface Free extends Sealed {}
    public interface Key { void key(); }
    public sealed interface Keyed permits Any {}
    public non-sealed interface Any extends Keyed {}
    public abstract static class Answered {
        Answered() {}
    }
    public abstract static class Answering extends Answered {}
    public abstract static class Alone {
        Alone() {}
    }
    static final class Only extends Alone {}
    public abstract static class Fresh {
        Fresh() {}
    }
}
