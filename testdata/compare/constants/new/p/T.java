package p;

public class T {
    private static final int BASE = 2;
    private static final int NEXT = BASE + 1;
    private static final int FIXED = 1;
    public static final int LEANING = NEXT * 2;
    public static final int STEADY = FIXED * 2;
    public static final long OTHERS = Kind.BASE;
    public static final int K = 2;
    public static final String WORD = "b";
    public static final Integer BOX = 2;
    public static final Kind DEFAULT = Kind.TWO;
    public static final int MADE = Integer.parseInt("2");
    public static int OPENED_MADE = Integer.parseInt("1");
    public static final int[] LIST = {2};
    public static int OPENED = 1 + 1;
    public final int inst = 6;
    public int a;
    public int b = 2;
    public int[] arr;
    public int c = pick(1, 2);
    public int d = pick(3, 5);
    public java.util.Map<String, Integer> n;
    public java.util.Map<String, Integer> m = new java.util.HashMap<String, Integer>();
    static int pick(int x, int y) { return x; }
    public enum Kind { ONE, TWO; static final long BASE = 1; }
}
