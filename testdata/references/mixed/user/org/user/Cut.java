package org.user;

class Cut implements CharSequence {
    public int length() { return 0; } //= java.lang.CharSequence#length() override exact
    public char charAt(int index) { return 'a'; } //= java.lang.CharSequence#charAt(int) override exact
    public char get(int index) { return charAt(index); } //? org.user.Cut#get(int)
}
