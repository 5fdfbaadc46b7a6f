package p;

import static q.Held.*;
import static q.Named.N;
import q.Named;

public class A extends Base implements Face {
    public static final String OF_NESTED = "v" + Inner.V;
    public static final int OF_PACKAGE = Ext.V * 2;
    public static final int QUALIFIED = q.Named.N + 1;
    public static final int IMPORTED = Named.N + 1;
    public static final int STATIC = N + 1;
    public static final int ALL = HELD + 1;
    public static final int INHERITED = UP + FACED;
    public static final int CHAINED = IMPORTED + 1;
    public static final int STEADY = Ext.S + N1 + Integer.MAX_VALUE;
    private static final int N1 = 1;
    static class Inner { static final String V = Ext.T; }
}
