package p;

interface Face { int FACED = 1; }
