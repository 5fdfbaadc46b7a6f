package p;

public class T {
    public interface Face {}
    public record One() implements Face {}
    public abstract static class Base {}
    public static final class Two extends Base {}
    public static class Made {}
    public static final class Three extends Made {}
    public static class Leaf {}
}
