package p;

public class T {
    public record Appended(int a) {}
    public record Removed(int a, String b) {}
    public record Swapped(int a, int b) {}
    public record Varied(String... all) {}
    public record Compact(String... all) { public Compact {} }
    public record Renamed(int a) {}
    public record Same(int a, String... all) {}
    public static final class Class {
        private final int a;
        public Class(int a) { this.a = a; }
        public int a() { return a; }
    }
}
