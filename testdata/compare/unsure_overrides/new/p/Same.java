package p;

import jakarta.servlet.Request;
import lib.Base;

public class Same extends Base {
    @Override protected String title(Request request) { return "same"; }
}
