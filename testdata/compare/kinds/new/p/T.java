package p;

public class T {
    public interface ToInterface { }
    public static class ToClass { }
    public static class ToPlain { }
    public record ToRecord(int a) { }
    public static class Fresh { public static class Inside {} }
}
