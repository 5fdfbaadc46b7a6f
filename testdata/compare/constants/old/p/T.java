package p;

public class T {
    private static final int BASE = 1;
    private static final int NEXT = BASE + 1;
    private static final int FIXED = 1;
    public static final int LEANING = NEXT * 2;
    public static final int STEADY = FIXED * 2;
    public static final long OTHERS = Kind.BASE;
    public static final int K = 1;
    public static final String WORD = "a";
    public static final Integer BOX = 1;
    public static final Kind DEFAULT = Kind.ONE;
    public static final int MADE = Integer.parseInt("1");
    public static final int OPENED_MADE = Integer.parseInt("1");
    public static final int[] LIST = {1};
    public static final int OPENED = 1 + 1;
    public final int inst = 5;
    public int a, b = 2, arr[], c = pick(1, 2), d = pick(3, 4);
    public java.util.Map<String, Integer> m = new java.util.HashMap<String, Integer>(), n;
    static int pick(int x, int y) { return x; }
    public enum Kind { ONE, TWO; static final long BASE = 1; }
}
