package q;

public class Sub extends Base {
    public static class N {}
}
