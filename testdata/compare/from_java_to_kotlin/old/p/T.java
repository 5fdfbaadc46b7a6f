package p;

public final class T {
    private final String name;
    public T(String name) { this.name = name; }
    public String getName() { return name; }
    public boolean isOpen() { return true; }
    public void setSize(int size) {}
    public int getSize() { return 1; }
    public static T of(String name) { return new T(name); }
    public java.util.List<String> all(int[] some, Integer boxed) { return null; }
    public void gone() {}
}
