package p;

public final class Closed extends M {}
