package p;

public abstract class T extends Base implements Face {
    public interface Two extends Face { }
    public interface Three extends Face, Given { }
    public interface Given extends Face { default void given() {} }
    public abstract static class Closed implements Face {
        Closed() {}
    }
}
interface Face { void abstractNow(); void concrete(); void never(); void given(); }
class Base { public void concrete() {} }
