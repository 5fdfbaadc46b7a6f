package p;

import org.w3c.dom.Node;
import lib.Base;

public class Kept extends Base {
    @Override protected String named(Node node) { return "kept"; }
    @Override protected String grown(int size) { return "int"; }
}
