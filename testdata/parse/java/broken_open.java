package org.example;

/** Its brace is missing. */
@Deprecated
public class BrokenOpen<T> extends Base

    int field = 1;

    String text = "closed";

    void method(int a) { return; }

    static class Inner { void inner() {} }
}
