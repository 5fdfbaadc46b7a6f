package m1;

public class From {
    public static class T {}
}
