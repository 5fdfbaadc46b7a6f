package p;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jetbrains.annotations.NotNull;
import org.jetbrains.annotations.Nullable;
import q.Unknown;

public class Given {
    public int[] ints() { return null; }
    public String[] strings() { return null; }
    public Object any() { return null; }
    public Integer boxed() { return 1; }
    public List<String> list() { return null; }
    public Map<String, List<String>> inside() { return null; }
    public <T> T variable() { return null; }
    public String same() { return ""; }
    @Nullable public String annotated() { return null; }
    public @Nullable int[] array() { return null; }
    @javax.annotation.Nullable public String qualified() { return null; }
    @q.Nullable public String others() { return null; }
    @NotNull public String never() { return ""; }
    @Nullable public String strict() { return null; }
    public void taken(@Nullable String text, Object any, final @Nullable Map<@Unknown String, int[]> map) { }
    public void asked(Object any) { }
    public void refused(@Nullable String text) { }
    @Override public boolean equals(Object other) { return other == this; }
    public final void closed(Object any) { }
}
