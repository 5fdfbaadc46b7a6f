package p;

public class T {
    public sealed interface Face permits One {}
    public record One() implements Face {}
    public abstract static sealed class Base permits Two {}
    public static final class Two extends Base {}
    public static sealed class Made permits Three {}
    public static final class Three extends Made {}
    public static final class Leaf {}
}
