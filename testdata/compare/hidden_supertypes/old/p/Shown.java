package p;

public class Shown extends Hidden {
    @Override public void own() {}
    public static class Fixed extends Inner { private Fixed() {} }
    public static class Open extends Inner { }
    private static class Inner { public void in() {} protected void below() {} }
}
class Hidden extends Deeper {
    public void gone() {}
    public int field;
    public static void shared() {}
    protected void narrow() {}
    public Object result() { return null; }
    public void own() {}
    public void up() {}
    public void taken() {}
    void inside() {}
    public Hidden() {}
}
class Deeper {
    public void deep() {}
}
class Nobody {
    public void unseen() {}
}
