package v;

public class Sub extends Base { }
class Base {
    public static class Nest {}
    protected static class Below {}
    static class Inside {}
    public static class Narrow {}
    public static class Other { public void gone() {} }
    public static class Unbound {}
    public static class Moved {}
}
