package p;

public class T {
    public void spread(int... all) {}
    public void packed(String[] all) {}
    public int[] late() { return null; }
}
