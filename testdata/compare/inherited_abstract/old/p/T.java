package p;

public abstract class T extends Base implements Face {
    public void abstractNow() {}
    @Override public void concrete() {}
    public abstract void never();
    public interface Two extends Face { default void abstractNow() {} }
    public interface Three extends Face, Given { default void given() {} }
    public interface Given extends Face { default void given() {} }
    public abstract static class Closed implements Face {
        Closed() {}
        public void abstractNow() {}
    }
}
interface Face { void abstractNow(); void concrete(); void never(); void given(); }
class Base { public void concrete() {} }
