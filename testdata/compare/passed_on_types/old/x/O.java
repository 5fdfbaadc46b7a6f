package x;

public class O extends P {}
