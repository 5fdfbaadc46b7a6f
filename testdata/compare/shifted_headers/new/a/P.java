package a;

public class P {
    public static class S extends A {}
}
