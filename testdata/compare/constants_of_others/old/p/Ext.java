package p;

class Ext {
    static final int V = 1;
    static final int S = 1;
    static final String T = "1";
}
