package a;

public class O extends P {
    public static class S extends B {}
}
