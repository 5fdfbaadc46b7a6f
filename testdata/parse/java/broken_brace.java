package org.example;

public class BrokenBrace {
    void first() {} }

    void stray(int a) {}

    int strayField = 3;

    class StrayType {}
}
