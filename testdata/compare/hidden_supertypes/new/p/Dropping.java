package p;

public class Dropping {
    public static class Nothing { }
    public static class Something { }
    public static class Both { public void full() {} }
    public static final class Sealed { }
    public static class Open { }
    public static class Named extends Full { public void run() {} }
    public static class Way implements Runnable { public void run() {} }
}
class Empty { void inside() {} private void own() {} }
class Full { public void full() {} }
class Narrow { protected void narrow() {} }
interface Statics { static void one() {} }
class Middle extends Empty implements Statics, Runnable { public void run() {} }
