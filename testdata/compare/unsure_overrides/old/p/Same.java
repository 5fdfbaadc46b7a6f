package p;

import javax.servlet.Request;
import lib.Base;

public class Same extends Base {
    @Override protected String title(Request request) { return "same"; }
    @Override protected String other(String text) { return text; }
    @Override protected String left(Request request) { return "left"; }
}
