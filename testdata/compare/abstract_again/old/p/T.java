package p;

public class T {
    public interface Visitor { void visit(String text); }
    public interface Overloads extends Visitor {}
    public interface Same extends Visitor {}
    public interface Equal {}
    public static class Base {
        public String foo() { return ""; }
        public void on(String text) {}
    }
    public abstract static class Again extends Base {}
    public abstract static class Other extends Base {}
    public abstract static class Text {}
    public interface Given { default int size() { return 1; } }
    public interface Taken extends Given {}
    public interface Generic<V> { void take(V value); }
    public interface OfText extends Generic<String> {}
    public interface Keys { void on(Integer key); }
    public interface Texts { void on(String text); }
    public abstract static class WithKeys implements Texts {}
    public abstract static class WithTexts extends Base {}
    public abstract static class Middle extends Base { @Override public abstract String foo(); }
    public abstract static class Below extends Base {}
}
