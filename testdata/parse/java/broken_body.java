package org.example;

public class BrokenBody {
    void before() {}

    void damaged( { int x = ; }

    void after(int a) {}

    int field = = 3;

    class Inner { void inner() {} }
}
