package p;

import java.sql.Date;
import static p.Second.pick;
import r.Moved;

public class A {
    public static final Object MADE = new Date(0);
    private final String date = "Date";
    public Object now() { return new Date(0); }
    public int picked() { return pick(); }
    public Object moved() { return new Moved(); }
    public String said() { return "Date" + date; }
    public int own() { return Other.pick(); }
}

class First { static int pick() { return 1; } }
class Second { static int pick() { return 2; } }
class Other { static int pick() { return 3; } }
