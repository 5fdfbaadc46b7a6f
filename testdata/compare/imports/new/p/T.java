package p;

import r.Name;
import java.util.List;
import java.util.Map;

public class T {
    public void moved(Name name) {}
    public void star(List<String> all) {}
    public void full(Map<String, String> all) {}
}
