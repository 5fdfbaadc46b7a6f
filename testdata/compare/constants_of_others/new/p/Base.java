package p;

class Base { static final int UP = 2; }
