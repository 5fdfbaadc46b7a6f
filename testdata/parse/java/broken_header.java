package org.example;

public class Broken extends {
    int field;
    /** Still here. */
    void method() {}
}
