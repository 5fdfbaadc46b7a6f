package p;

public class T {
    public static final int CALLED = Integer.parseInt("5");
    public static final String LATE;
    static { LATE = "x"; }
    public static final int OTHER = 2;
    public static final int BECOMES = 1;
    public static final Integer BOX = Integer.valueOf(1);
    public final int inst = Integer.parseInt("1");
    static final int INSIDE = Integer.parseInt("1");
    public interface Face {
        int CALLED = Integer.parseInt("5");
    }
}
