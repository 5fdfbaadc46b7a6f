package p;

public class T {
    public record Appended(int a, String b) { public Appended(int a) { this(a, ""); } }
    public record Removed(int a) {
        public Removed(int a, String b) { this(a); }
        public String b() { return ""; }
    }
    public record Swapped(int b, int a) {}
    public record Varied(String[] all) {}
    public record Compact(String[] all) { public Compact {} }
    public record Renamed(int b) { public int a() { return b; } }
    public record Same(int a, String... all) { public Same {} }
    public record Class(int a) {}
}
