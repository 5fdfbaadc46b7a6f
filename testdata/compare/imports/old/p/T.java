package p;

import q.Name;
import java.util.*;

public class T {
    public void moved(Name name) {}
    public void star(List<String> all) {}
    public void full(java.util.Map<String, String> all) {}
}
