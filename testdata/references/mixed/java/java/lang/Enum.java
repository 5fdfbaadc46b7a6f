package java.lang;

public abstract class Enum<E extends Enum<E>> implements Comparable<E> {
    private final String name = "";
    private final int ordinal = 0;
    public final String name() { return name; }
    public final int ordinal() { return ordinal; }
}
