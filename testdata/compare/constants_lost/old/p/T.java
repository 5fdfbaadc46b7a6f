package p;

public class T {
    public static final int CALLED = 5;
    public static final String LATE = "x";
    public static final int OTHER = 1;
    public static final int BECOMES = Integer.parseInt("1");
    public static final Integer BOX = 1;
    public final int inst = 1;
    static final int INSIDE = 1;
    public interface Face {
        int CALLED = 5;
    }
}
