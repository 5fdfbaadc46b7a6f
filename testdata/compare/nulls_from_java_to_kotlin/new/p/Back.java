package p;

import org.jetbrains.annotations.Nullable;

public class Back {
    public String free(String text) { return text; }
    @Nullable public String annotated() { return ""; }
    public int[] ints() { return null; }
}
