class \u0045scapes<\u0054> {
    int \u0061bc, plain;

    void \u0061dd(int \u0062, \uuu0053tring text) {}

    \u0045scapes(T other) {}

    String text = "\u0041 \\u0041 \" \u00e9";

    char letter = '\u0061';

    void after() {}
}
