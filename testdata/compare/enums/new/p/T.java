package p;

public enum T { C, A, B, E }
