package p;

public class T extends Middle implements Runnable, Comparable<String> {
    public void run() {}
    public int compareTo(String other) { return 0; }
    public interface Need { }
    public interface Sub { }
}
class Top { public void inherited() {} }
class Middle extends Top { }
