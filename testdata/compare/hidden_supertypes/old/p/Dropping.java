package p;

public class Dropping {
    public static class Nothing extends Empty { }
    public static class Something extends Full { }
    public static class Both extends Full { }
    public static final class Sealed extends Narrow { }
    public static class Open extends Narrow { }
    public static class Named extends Full implements Runnable { public void run() {} }
    public static class Way extends Middle { }
}
class Empty { void inside() {} private void own() {} }
class Full { public void full() {} }
class Narrow { protected void narrow() {} }
interface Statics { static void one() {} }
class Middle extends Empty implements Statics, Runnable { public void run() {} }
