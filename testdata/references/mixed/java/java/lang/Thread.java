package java.lang;

public class Thread implements Runnable {
    public Thread() {}
    public final String getName() { return null; }
    public final void setName(String name) {}
}
