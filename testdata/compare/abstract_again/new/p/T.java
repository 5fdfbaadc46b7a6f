package p;

public class T {
    public interface Visitor { void visit(String text); }
    public interface Overloads extends Visitor { void visit(Integer number); }
    public interface Same extends Visitor { @Override void visit(String text); }
    public interface Equal { boolean equals(Object other); boolean equals(String other); Object clone(); }
    public static class Base {
        public String foo() { return ""; }
        public void on(String text) {}
    }
    public abstract static class Again extends Base { @Override public abstract String foo(); }
    public abstract static class Other extends Base { public abstract void on(Integer key); }
    public abstract static class Text { @Override public abstract String toString(); }
    public interface Given { default int size() { return 1; } }
    public interface Taken extends Given { @Override int size(); }
    public interface Generic<V> { void take(V value); }
    public interface OfText extends Generic<String> { void take(String value); }
    public interface Keys { void on(Integer key); }
    public interface Texts { void on(String text); }
    public abstract static class WithKeys implements Texts, Keys {}
    public abstract static class WithTexts extends Base implements Texts {}
    public abstract static class Middle extends Base { @Override public abstract String foo(); }
    public abstract static class Below extends Middle {}
}
