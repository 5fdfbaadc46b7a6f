package java.lang;

public final class String implements CharSequence, Comparable<String> {
    public int length() { return 0; } //= java.lang.CharSequence#length() override exact
    public char charAt(int index) { return 'a'; } //= java.lang.CharSequence#charAt(int) override exact
}
