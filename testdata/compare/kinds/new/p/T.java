package p;

public class T {
    public interface ToInterface { }
    public static class ToClass { }
    public static class ToPlain { }
    public record ToRecord(int a) { }
    public record ToOpenRecord(int a) { }
    public record ToStatic(int a) { }
    public enum ToEnum { A }
    public static class Fresh { public static class Inside {} }
}
