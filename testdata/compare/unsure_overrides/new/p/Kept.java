package p;

import lib.Base;

public class Kept extends Base {
    @Override protected String grown(long size) { return "long"; }
}
