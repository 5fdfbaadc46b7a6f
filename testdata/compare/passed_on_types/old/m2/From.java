package m2;

public class From {
    public static class T {}
}
