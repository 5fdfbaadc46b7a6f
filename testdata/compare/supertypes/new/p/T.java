package p;

public class T extends Top implements Comparable<Integer>, java.io.Serializable {
    public void run() {}
    public int compareTo(Integer other) { return 0; }
    public interface Need { void need(); }
    public interface Sub extends Need { }
}
class Top { public void inherited() {} }
class Middle extends Top { }
