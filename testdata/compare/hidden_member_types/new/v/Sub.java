package v;

public class Sub extends Base {
    public static class Moved {}
}
class Base {
    static class Narrow {}
    public static class Other { }
    public class Unbound {}
    public static class Fresh {}
}
