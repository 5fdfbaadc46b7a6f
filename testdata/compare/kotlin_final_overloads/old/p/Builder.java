package p;

public class Builder {
    public Builder delete() { return this; }
    public Builder delete(String what) { return this; }
    public final Builder clear() { return this; }
    public final Builder clear(String what) { return this; }
    public static Builder make() { return new Builder(); }
    public static Builder make(String what) { return new Builder(); }
}
