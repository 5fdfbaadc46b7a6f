package p;

public class Shown extends Hidden {
    @Override public void own() {}
    public void taken() {}
    public static class Fixed extends Inner { private Fixed() {} }
    public static class Open extends Inner { }
    private static class Inner { }
}
class Hidden extends Deeper {
    public String result() { return null; }
    public void fresh() {}
}
class Deeper {
    public void up() {}
}
class Nobody {
}
