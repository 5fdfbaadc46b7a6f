package p;

public final class Last extends Closed {}
