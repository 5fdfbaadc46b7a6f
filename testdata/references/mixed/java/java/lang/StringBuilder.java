package java.lang;

public final class StringBuilder implements CharSequence {
    public int length() { return 0; } //= java.lang.CharSequence#length() override exact
    public char charAt(int index) { return 'a'; } //= java.lang.CharSequence#charAt(int) override exact
}
