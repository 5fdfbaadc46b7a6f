package x;

// What S is hangs on what O extends.
public class I extends O.S {}
