package p;

public class T {
    public static class Quiet {
    }
}
